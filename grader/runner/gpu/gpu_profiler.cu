// CUPTI's range profiler: every kernel launch is a range of its own, and is replayed until all metrics are
// read.
//
// Theory of operation. WARPLAB_CUPTI names the library (set by `grade`, which looks for it); without it the
// loader searches. CUPTI counts in this untrusted process, so `grade` shows the counts and judges nothing by
// them.
#include "gpu.h"

#include <cstdio>
#include <cstring>

#if __has_include(<cupti_range_profiler.h>)

#include <cuda_runtime.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <vector>

#define CALLS(X)                                                                                             \
    X(cuptiGetResultString)                                                                                  \
    X(cuptiDeviceGetChipName)                                                                                \
    X(cuptiProfilerInitialize)                                                                               \
    X(cuptiProfilerGetCounterAvailability)                                                                   \
    X(cuptiProfilerHostInitialize)                                                                           \
    X(cuptiProfilerHostDeinitialize)                                                                         \
    X(cuptiProfilerHostConfigAddMetrics)                                                                     \
    X(cuptiProfilerHostGetConfigImageSize)                                                                   \
    X(cuptiProfilerHostGetConfigImage)                                                                       \
    X(cuptiProfilerHostGetNumOfPasses)                                                                       \
    X(cuptiProfilerHostEvaluateToGpuValues)                                                                  \
    X(cuptiRangeProfilerEnable)                                                                              \
    X(cuptiRangeProfilerDisable)                                                                             \
    X(cuptiRangeProfilerGetCounterDataSize)                                                                  \
    X(cuptiRangeProfilerCounterDataImageInitialize)                                                          \
    X(cuptiRangeProfilerSetConfig)                                                                           \
    X(cuptiRangeProfilerStart)                                                                               \
    X(cuptiRangeProfilerStop)                                                                                \
    X(cuptiRangeProfilerDecodeData)                                                                          \
    X(cuptiRangeProfilerGetCounterDataInfo)

// One session. CUPTI keeps pointers to some members, which live as long as the session.
struct profiler {
#define MEMBER(name) decltype(&::name) name;
    CALLS(MEMBER)
#undef MEMBER
    struct gpu_profile *profile;
    std::vector<const char *> metrics;
    CUcontext context;
    CUpti_Profiler_Host_Object *host;
    CUpti_RangeProfiler_Object *target;
    std::vector<uint8_t> availability, config, counters;
};

static bool fail(struct profiler *p, const char *what, const char *cause) {
    snprintf(p->profile->problem, sizeof p->profile->problem, "%s: %s", what, cause);
    return false;
}

static bool succeeded(struct profiler *p, CUptiResult result, const char *call) {
    const char *words = "unknown error";
    if (result == CUPTI_SUCCESS)
        return true;
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
        return fail(p, "not permitted", "this machine's driver lets only administrators read them");
    p->cuptiGetResultString(result, &words);
    return fail(p, call, words);
}

// Calls a function of CUPTI: they all take one structure that begins with its own size.
#define TRY(p, name, parameters) succeeded(p, (p)->name(&(parameters)), #name)

// CUPTI loads its companion libraries by name alone. Load those beside it first, so that they match.
static void load_companions(const char *library) {
    static const char *const names[] = {"libnvperf_target.so", "libnvperf_host.so"};
    const char *slash = strrchr(library, '/');
    for (size_t i = 0; slash && i < sizeof names / sizeof names[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - library), library, names[i]);
        dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
}

static bool load(struct profiler *p) {
    const char *named = getenv("WARPLAB_CUPTI"), *library = named ? named : "libcupti.so";
    load_companions(library);
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    if (!handle)
        return fail(p, "CUPTI cannot be loaded", dlerror());
#define LOAD(name)                                                                                           \
    if (!(p->name = (decltype(&::name))dlsym(handle, #name)))                                                \
        return fail(p, "CUPTI is too old, it lacks", #name);
    CALLS(LOAD)
#undef LOAD
    return true;
}

static bool find_context(struct profiler *p) {
    void *entry = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaFree(nullptr);
    if (cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, &found) !=
            cudaSuccess ||
        !entry || ((CUresult(*)(CUcontext *))entry)(&p->context) != CUDA_SUCCESS || !p->context)
        return fail(p, "the GPU", "it has no context");
    return true;
}

static bool ask_availability(struct profiler *p) {
    CUpti_Profiler_GetCounterAvailability_Params ask = {
        CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE};
    ask.ctx = p->context;
    if (!TRY(p, cuptiProfilerGetCounterAvailability, ask))
        return false;
    p->availability.resize(ask.counterAvailabilityImageSize);
    ask.pCounterAvailabilityImage = p->availability.data();
    return TRY(p, cuptiProfilerGetCounterAvailability, ask);
}

// The host part of CUPTI knows which hardware counters a metric needs.
static bool open_host(struct profiler *p) {
    CUpti_Profiler_Initialize_Params initialize = {CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    CUpti_Device_GetChipName_Params chip = {CUpti_Device_GetChipName_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_Initialize_Params host = {CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE};
    if (!TRY(p, cuptiProfilerInitialize, initialize) || !TRY(p, cuptiDeviceGetChipName, chip) ||
        !ask_availability(p))
        return false;
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.pChipName;
    host.pCounterAvailabilityImage = p->availability.data();
    if (!TRY(p, cuptiProfilerHostInitialize, host))
        return false;
    p->host = host.pHostObject;
    return true;
}

static bool make_config(struct profiler *p) {
    CUpti_Profiler_Host_ConfigAddMetrics_Params add = {
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_GetConfigImageSize_Params size = {
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_GetConfigImage_Params image = {CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_GetNumOfPasses_Params passes = {
        CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE};
    add.pHostObject = size.pHostObject = image.pHostObject = p->host;
    add.ppMetricNames = p->metrics.data();
    add.numMetrics = p->metrics.size();
    if (!TRY(p, cuptiProfilerHostConfigAddMetrics, add) || !TRY(p, cuptiProfilerHostGetConfigImageSize, size))
        return false;
    p->config.resize(size.configImageSize);
    image.configImageSize = passes.configImageSize = p->config.size();
    image.pConfigImage = passes.pConfigImage = p->config.data();
    if (!TRY(p, cuptiProfilerHostGetConfigImage, image) || !TRY(p, cuptiProfilerHostGetNumOfPasses, passes))
        return false;
    p->profile->passes = passes.numOfPasses;
    return true;
}

static bool open_target(struct profiler *p) {
    CUpti_RangeProfiler_Enable_Params enable = {CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE};
    enable.ctx = p->context;
    if (!TRY(p, cuptiRangeProfilerEnable, enable))
        return false;
    p->target = enable.pRangeProfilerObject;
    return true;
}

static bool make_counters(struct profiler *p) {
    CUpti_RangeProfiler_GetCounterDataSize_Params size = {
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE};
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params image = {
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE};
    size.pRangeProfilerObject = image.pRangeProfilerObject = p->target;
    size.pMetricNames = p->metrics.data();
    size.numMetrics = p->metrics.size();
    size.maxNumOfRanges = size.maxNumRangeTreeNodes = GPU_PROFILE_LAUNCHES;
    if (!TRY(p, cuptiRangeProfilerGetCounterDataSize, size))
        return false;
    p->counters.resize(size.counterDataSize);
    image.counterDataSize = p->counters.size();
    image.pCounterData = p->counters.data();
    return TRY(p, cuptiRangeProfilerCounterDataImageInitialize, image);
}

static bool start(struct profiler *p) {
    CUpti_RangeProfiler_SetConfig_Params set = {CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE};
    CUpti_RangeProfiler_Start_Params begin = {CUpti_RangeProfiler_Start_Params_STRUCT_SIZE};
    set.pRangeProfilerObject = begin.pRangeProfilerObject = p->target;
    set.configSize = p->config.size();
    set.pConfig = p->config.data();
    set.counterDataImageSize = p->counters.size();
    set.pCounterDataImage = p->counters.data();
    set.range = CUPTI_AutoRange;
    set.replayMode = CUPTI_KernelReplay;
    set.maxRangesPerPass = GPU_PROFILE_LAUNCHES;
    set.numNestingLevels = set.minNestingLevel = 1;
    return TRY(p, cuptiRangeProfilerSetConfig, set) && TRY(p, cuptiRangeProfilerStart, begin);
}

static bool stop(struct profiler *p) {
    CUpti_RangeProfiler_Stop_Params end = {CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE};
    CUpti_RangeProfiler_DecodeData_Params decode = {CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE};
    end.pRangeProfilerObject = decode.pRangeProfilerObject = p->target;
    if (!TRY(p, cuptiRangeProfilerStop, end) || !TRY(p, cuptiRangeProfilerDecodeData, decode))
        return false;
    return decode.numOfRangeDropped == 0 || fail(p, "not all was counted", "too many kernels were launched");
}

static bool evaluate(struct profiler *p, void (*add)(void *to, const double *values), void *to) {
    CUpti_RangeProfiler_GetCounterDataInfo_Params info = {
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_EvaluateToGpuValues_Params ask = {
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE};
    std::vector<double> values(p->metrics.size());
    info.pCounterDataImage = ask.pCounterDataImage = p->counters.data();
    info.counterDataImageSize = ask.counterDataImageSize = p->counters.size();
    ask.pHostObject = p->host;
    ask.ppMetricNames = p->metrics.data();
    ask.numMetrics = p->metrics.size();
    ask.pMetricValues = values.data();
    if (!TRY(p, cuptiRangeProfilerGetCounterDataInfo, info))
        return false;
    p->profile->launches = info.numTotalRanges;
    if (info.numTotalRanges == GPU_PROFILE_LAUNCHES) // CUPTI drops the rest without an error
        return fail(p, "not all was counted", "too many kernels were launched");
    for (ask.rangeIndex = 0; ask.rangeIndex < info.numTotalRanges; ask.rangeIndex++) {
        if (!TRY(p, cuptiProfilerHostEvaluateToGpuValues, ask))
            return false;
        add(to, values.data());
    }
    return true;
}

static void close(struct profiler *p) {
    CUpti_RangeProfiler_Disable_Params disable = {CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE};
    CUpti_Profiler_Host_Deinitialize_Params host = {CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE};
    disable.pRangeProfilerObject = p->target;
    host.pHostObject = p->host;
    if (p->target)
        p->cuptiRangeProfilerDisable(&disable);
    if (p->host)
        p->cuptiProfilerHostDeinitialize(&host);
}

bool gpu_profile(const char *const *metrics, size_t count, const struct gpu_work *work,
                 void (*add)(void *to, const double *values), void *to, struct gpu_profile *profile) {
    *profile = {};
    struct profiler p = {};
    p.profile = profile;
    p.metrics.assign(metrics, metrics + count);
    bool good = load(&p) && find_context(&p) && open_host(&p) && make_config(&p) && open_target(&p) &&
                make_counters(&p) && start(&p);
    if (good) {
        work->function(work->context);
        good = stop(&p) && evaluate(&p, add, to);
    }
    close(&p);
    return good;
}

#else

bool gpu_profile(const char *const *, size_t, const struct gpu_work *, void (*)(void *, const double *),
                 void *, struct gpu_profile *profile) {
    *profile = {};
    snprintf(profile->problem, sizeof profile->problem,
             "this CUDA Toolkit has no headers of CUPTI's range profiler (12.6 is the first with them)");
    return false;
}

#endif
