// Timed repetitions on the GPU.
//
// Every repetition, also a warm-up, has its own input (a variation of the base), one of two sets of buffers,
// a poisoned output and a cold cache. Its time is the time between two events around the launcher. Work on
// other streams may still run after the second event: a device-wide wait follows, and its time is added.
// Outputs go to the parent, which checks each one. The submission shares this process, so the parent also
// compares the times with the limits of the device, and takes them by its own clock: each call is a turn
// (job.h). A launcher that takes seconds is called less often, since other programs wait for the GPU.
#include "gpu.h"

#include <dirent.h>
#include <stdlib.h>
#include <time.h>

enum { FILL_BLOCK = 256 };

// How long the device-wide wait takes when nothing is left to wait for.
static const double IDLE_WAIT_US = 20;

// One element per thread and pass, as struct job_variation says.
template <class T> __global__ void vary_kernel(const T *base, T *out, size_t count, struct job_variation by) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        out[i] = (T)((base[i] ^ (uint32_t)i * by.scatter >> 8 * (4 - sizeof(T))) * by.multiply + by.add);
}

// Fills the cache with another array, by reading it. Writing would leave modified lines in the cache, which
// would go to memory while the launcher is timed: on an H200 that was an eighth of the time of a reduce of
// 2^26 ints.
__global__ void evict_kernel(uint4 *array, size_t count) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned all = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        all |= array[i].x;
    if (all != 0) // it never is, but the compiler does not know
        array[0].x = all;
}

// Its sign only: the numbers stay as large as they were.
template <class T> __global__ void sign_kernel(const T *base, T *out, size_t count, struct job_variation by) {
    const T sign = (T)1 << (8 * sizeof(T) - 1);
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        out[i] = (uint32_t)i * by.scatter >> 31 ? base[i] ^ sign : base[i];
}

static unsigned blocks_for(size_t count) {
    size_t blocks = (count + FILL_BLOCK - 1) / FILL_BLOCK;
    return (unsigned)(blocks < 65536 ? blocks : 65536);
}

template <class T>
static void vary_elements(const struct argument *a, const char *base, char *out, struct job_variation by) {
    const size_t count = a->bytes / sizeof(T);
    vary_kernel<<<blocks_for(count), FILL_BLOCK>>>((const T *)base, (T *)out, count, by);
}

template <class T>
static void vary_signs(const struct argument *a, const char *base, char *out, struct job_variation by) {
    const size_t count = a->bytes / sizeof(T);
    sign_kernel<<<blocks_for(count), FILL_BLOCK>>>((const T *)base, (T *)out, count, by);
}

// Of vectors each component is varied by itself, and whole numbers of 64 bits as twice as many of 32.
static bool vary_buffer(const struct argument *a, const char *base, char *out,
                        const struct job_variation *variation, struct gpu_failure *failure) {
    if (a->bytes == 0)
        return true;
    if (a->role == ARGUMENT_INDICES)
        return GPU_TRY(failure, cudaMemcpy(out, base, a->bytes, cudaMemcpyDeviceToDevice));
    const bool is_float = element_is_float(a->element);
    switch (element_bytes(element_base(a->element))) {
    case 1:
        vary_elements<uint8_t>(a, base, out, *variation);
        break;
    case 2:
        (is_float ? vary_signs<uint16_t> : vary_elements<uint16_t>)(a, base, out, *variation);
        break;
    case 4:
        (is_float ? vary_signs<uint32_t> : vary_elements<uint32_t>)(a, base, out, *variation);
        break;
    default:
        (is_float ? vary_signs<uint64_t> : vary_elements<uint32_t>)(a, base, out, *variation);
    }
    return GPU_TRY(failure, cudaGetLastError());
}

static bool vary(const struct job *job, const void *base, void *out, const struct job_variation *variation,
                 struct gpu_failure *failure) {
    bool good = true;
    for (uint32_t i = 0; i < job->call.count && good; i++) {
        const uint64_t offset = call_offset(&job->call, CALL_GIVEN, i);
        if (call_has(CALL_GIVEN, &job->call.of[i]))
            good = vary_buffer(&job->call.of[i], (const char *)base + offset, (char *)out + offset, variation,
                               failure);
    }
    return good;
}

// What a timing session keeps from the first repetition to the last.
struct session {
    const struct job *job;
    void (*launcher)(void);
    struct gpu_memory memory;
    const void *base; // the input, to be varied
    cudaEvent_t start, stop;
    void *eviction; // zeros
    size_t eviction_bytes;
    double us[JOB_MAX_REPETITIONS];
    uint32_t done; // of them, warm-ups first
};

// Tasks share an input, which is copied to the device only once. A submission that changes it there gets
// wrong answers.
static bool bring_base(struct session *s, const void *input, struct gpu_failure *failure) {
    static struct {
        const void *at;
        uint64_t offset, bytes;
    } there;
    const struct job *job = s->job;
    void *base;
    if (!gpu_allocate_base(&base, job->input_bytes, failure))
        return false;
    s->base = base;
    if (there.at == base && there.offset == job->input_offset && there.bytes == job->input_bytes)
        return true;
    there = {base, job->input_offset, job->input_bytes};
    return GPU_TRY(failure, cudaMemcpy(base, input, job->input_bytes, cudaMemcpyHostToDevice));
}

static bool open_session(struct session *s, const void *input, struct gpu_failure *failure) {
    return gpu_allocate(&s->memory, s->job, 2, failure) &&
           gpu_allocate_eviction(&s->eviction, &s->eviction_bytes, failure) &&
           GPU_TRY(failure, cudaEventCreate(&s->start)) && GPU_TRY(failure, cudaEventCreate(&s->stop)) &&
           bring_base(s, input, failure);
}

static void close_session(struct session *s) {
    if (s->start)
        cudaEventDestroy(s->start);
    if (s->stop)
        cudaEventDestroy(s->stop);
    cudaGetLastError();
}

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// Which of the two buffers a repetition uses depends on its secret variation.
static int slot_of(const struct job *job, uint32_t r) {
    const struct job_variation *v = &job->variation[r];
    return (int)((v->add ^ v->add >> 7 ^ v->multiply >> 3 ^ r) & 1);
}

static bool evict(struct session *s, struct gpu_failure *failure) {
    size_t count = s->eviction_bytes / sizeof(uint4);
    if (count > 0)
        evict_kernel<<<blocks_for(count), FILL_BLOCK>>>((uint4 *)s->eviction, count);
    return GPU_TRY(failure, cudaCtxResetPersistingL2Cache()) && GPU_TRY(failure, cudaGetLastError());
}

static bool prepare(struct session *s, uint32_t r, struct gpu_failure *failure) {
    int slot = slot_of(s->job, r);
    return vary(s->job, s->base, s->memory.input[slot], &s->job->variation[r], failure) &&
           gpu_make_unknown(s->memory.output[slot], s->job->output_bytes, failure) &&
           gpu_give_outputs(&s->memory, slot, &s->job->call, failure) && evict(s, failure) &&
           GPU_TRY(failure, cudaDeviceSynchronize());
}

// The end of the answer goes along, as a proof that it is there.
static void end_turn(struct session *s, const void *output, struct gpu_failure *failure) {
    unsigned char proof[JOB_PROOF_BYTES];
    const size_t bytes = job_proof_bytes(s->job);
    const bool there =
        bytes == 0 || GPU_TRY(failure, cudaMemcpy(proof, (const char *)output + s->job->output_bytes - bytes,
                                                  bytes, cudaMemcpyDeviceToHost));
    driver_turn_end(proof, there ? bytes : 0);
}

// Calls the launcher once, between two events; true if all of it worked.
static bool time_call(struct session *s, uint32_t r, struct gpu_failure *failure) {
    int slot = slot_of(s->job, r);
    const struct passed arguments = gpu_arguments(&s->memory, slot, &s->job->call);
    driver_turn_begin();
    bool good = GPU_TRY(failure, cudaEventRecord(s->start));
    call_make(s->launcher, &arguments);
    good = gpu_note(failure, cudaGetLastError(), "a kernel launch") && good;
    good = GPU_TRY(failure, cudaEventRecord(s->stop)) && good;
    good = gpu_note(failure, cudaEventSynchronize(s->stop), "a kernel") && good;
    driver_turn_done();
    double passed = now_us();
    good = gpu_note(failure, cudaDeviceSynchronize(), "a kernel") && good;
    double left_over = now_us() - passed;
    end_turn(s, s->memory.output[slot], failure);
    float ms = 0;
    good = good && GPU_TRY(failure, cudaEventElapsedTime(&ms, s->start, s->stop));
    s->us[r] = 1e3 * ms + (left_over > IDLE_WAIT_US ? left_over : 0);
    return good;
}

static bool repeat(struct session *s, char *output, struct gpu_failure *failure) {
    const struct job *job = s->job;
    const uint32_t total = job->warmups + job->repetitions;
    for (double spent = 0; s->done < total && spent < JOB_TIME_ENOUGH_US; spent += s->us[s->done++]) {
        if (!prepare(s, s->done, failure) || !time_call(s, s->done, failure) ||
            !GPU_TRY(failure, cudaMemcpy(output, s->memory.output[slot_of(job, s->done)], job->output_bytes,
                                         cudaMemcpyDeviceToHost)))
            return false;
        output += job_align(job->output_bytes);
    }
    return true;
}

// If a slow launcher ends before its warm-ups are done, all calls but the last count as warm-ups.
static uint32_t warmups_done(const struct session *s) {
    return s->done > s->job->warmups ? s->job->warmups : s->done > 0 ? s->done - 1 : 0;
}

static int count_threads(void) {
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry; tasks && (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return count;
}

enum job_status driver_time(const struct job *job, const void *input, void *output, char **json) {
    struct session s = {};
    s.job = job;
    s.launcher = job->kind == JOB_TIME_VENDOR ? gpu_vendor(job->vendor) : driver_find(job->task);
    if (!s.launcher)
        return JOB_NOT_DEFINED;
    struct gpu_failure failure = {};
    int threads_before = 0;
    if (open_session(&s, input, &failure)) {
        threads_before = count_threads();
        repeat(&s, (char *)output, &failure);
    }
    struct gpu_text text = {};
    const uint32_t warmups = warmups_done(&s);
    gpu_text_add(&text, "{\"times_us\":");
    gpu_text_numbers(&text, s.us + warmups, s.done - warmups);
    gpu_text_add(&text, ",\"warmup_us\":");
    gpu_text_numbers(&text, s.us, warmups);
    gpu_text_add(&text, ",\"threads\":%d,", count_threads() - threads_before);
    enum job_status status = gpu_finish(&text, &failure, json);
    close_session(&s);
    return status;
}
