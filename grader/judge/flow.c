// One grading run from its command line to its verdicts.
//
// Theory of operation. This process is trusted, and only it knows expected values, checks and points. It
// starts compilers and runners in the sandbox, talks to runners through session.c, and believes outputs only.
// nvcc works in parallel with the CPU engine's cases, so it costs little time where there is no GPU.
#include "flow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/gpus.h"
#include "base/interrupt.h"
#include "base/timestamp.h"
#include "judge/judge.h"
#include "lab/spec.h"
#include "run/measure.h"
#include "run/run.h"
#include "run/smallest.h"
#include "sandbox/sandbox.h"
#include "submission/build.h"

static bool find_submission(struct grading *grading, const struct flow_request *request,
                            struct error *error) {
    char own[PATH_MAX], name[80];
    snprintf(name, sizeof name, "labs/%s/%s.cu", request->lab, request->lab);
    const char *where = request->submission ? request->submission : path_join(own, grading->paths.top, name);
    return submission_read(&grading->submission, where, request->lab, error);
}

static bool draw_plan(struct grading *grading, const struct flow_request *request, struct error *error) {
    uint64_t seed = request->seed;
    if (!request->seeded && !plan_draw_seed(&seed))
        return error_set(error, "the system has no random numbers for a seed");
    if (!plan_make(&grading->plan, grading->lab, seed))
        return error_set(error, "memory is used up");
    grading->small_only = request->small_only;
    if (request->small_only)
        plan_keep_small(&grading->plan);
    return true;
}

// The requested backends that this machine has.
static bool choose_backends(struct grading *grading, const struct flow_request *request,
                            struct error *error) {
    const struct paths *paths = &grading->paths;
    char library[PATH_MAX];
    grading->has_gpu = gpus_here()->count > 0;
    grading->counters = request->counters;
    grading->runners = request->runners;
    grading->profile = request->profile;
    // The report compares the engine's counters with the GPU's.
    const unsigned backends = request->backends | (request->counters ? BACKEND_CPU : 0);
    const bool runner = access(path_join(library, paths->build, "lib/librunner_gpu.a"), R_OK) == 0;
    grading->cpu = (struct backend_run){
        .backend = BACKEND_CPU, .asked = backends & BACKEND_CPU, .device = backends & BACKEND_CPU};
    grading->gpu = (struct backend_run){.backend = BACKEND_GPU};
    grading->gpu.asked = (request->backends & BACKEND_GPU) && paths->nvcc[0] != '\0';
    grading->gpu.device = grading->gpu.asked && grading->has_gpu && runner;
    if (request->backends != BACKEND_GPU || grading->gpu.device)
        return true;
    if (paths->nvcc[0] == '\0')
        return error_set(error, "there is no CUDA Toolkit (nvcc) on this machine: use --backend cpu");
    if (!grading->has_gpu)
        return error_set(error, "there is no NVIDIA GPU on this machine: use --backend cpu");
    return error_set(error, "the GPU's runner is not built: run make build");
}

static bool find_places(struct grading *grading, const struct flow_request *request, struct error *error) {
    if (!request->paths)
        return paths_find(&grading->paths, error->text, sizeof error->text);
    grading->paths = *request->paths;
    return true;
}

// The sandbox of the run, and whether it is as strong as required.
static bool choose_sandbox(struct grading *grading, const struct flow_request *request, struct error *error) {
    struct error reason;
    if (request->container && !sandbox_use_container(error))
        return false;
    grading->tier = sandbox_probe(&reason);
    snprintf(grading->tier_why, sizeof grading->tier_why, "%s", reason.text);
    if (grading->tier == SANDBOX_TIER_NONE)
        return error_set(error, SANDBOX_NONE_WORKS ": %.800s", grading->tier_why);
    if (sandbox_tier_suffices(grading->tier, request->required))
        return true;
    if (grading->tier == SANDBOX_CONTAINER)
        return error_set(error, "--require-tier wants tier %c, and --sandbox container has none",
                         (char)request->required);
    sandbox_probe_tier(request->required, &reason);
    return error_set(error, "the sandbox here is of tier %c, and --require-tier wants %c: %.900s",
                     (char)grading->tier, (char)request->required, reason.text);
}

static bool prepare(struct grading *grading, const struct flow_request *request, struct error *error) {
    if (!find_places(grading, request, error) || !find_submission(grading, request, error) ||
        !draw_plan(grading, request, error) || !choose_backends(grading, request, error) ||
        !choose_sandbox(grading, request, error))
        return false;
    if (request->required != SANDBOX_TIER_NONE && grading->cpu.asked && paths_guard_gap(&grading->paths))
        return error_set(error, "--require-tier wants no gap: %s", paths_guard_gap(&grading->paths));
    grading->cpu.estimated = paths_counts_gap(&grading->paths) != NULL;
    if (!work_directory_create(&grading->stage, sandbox_uid(), error))
        return false;
    if (request->bundle)
        work_directory_share_bundle(&grading->stage, request->bundle);
    return true;
}

static bool finish_cpu(struct grading *grading, const struct build_setting *setting, struct error *error) {
    struct backend_run *cpu = &grading->cpu;
    build_finish(&cpu->build, setting, true);
    if (cpu->build.state == BUILD_BROKEN)
        return error_set(error, "the submission could not be built: %s%s", cpu->build.error.text,
                         cpu->build.error.text[0] ? "" : cpu->build.diagnostic.message);
    if (cpu->build.state != BUILD_DONE || stop_requested())
        return true;
    run_cases(grading, cpu);
    if (cpu->error.text[0] == '\0') {
        smallest_find(grading);
        return true;
    }
    return error_set(error, "the submission could not be run: %s", cpu->error.text);
}

// The time of a wrong task means nothing, and a task that hangs would hang again.
static bool is_right(const struct grading *grading, const struct backend_run *run,
                     const struct spec_task *task) {
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(run, i);
        if (c->task == task && (c->backends & run->backend) && outcome && outcome->kind != OUTCOME_RIGHT)
            return false;
    }
    return true;
}

// Done last: a profiler may change the GPU's state, so no time is measured after it.
static void count_on(const struct grading *grading, struct backend_run *gpu, size_t task) {
    if (is_right(grading, gpu, &grading->lab->tasks[task])) {
        hardware_count(grading, gpu, task);
        hardware_reach(grading, gpu, task);
    } else {
        error_set(&gpu->counted[task].error, "its answers are not right");
    }
}

static void use_gpu(struct grading *grading, struct backend_run *gpu, struct measuring *measuring) {
    measure_begin(measuring);
    measure_cases(measuring);
    for (size_t i = 0; gpu->ran && i < measuring->count; i++)
        if (is_right(grading, gpu, measuring->list[i].bandwidth->task))
            measure_run(measuring, i);
    if (gpu->ran)
        measure_again(measuring);
    measure_leave(measuring);
    for (size_t t = 0; gpu->ran && grading->counters && t < grading->lab->task_count; t++)
        count_on(grading, gpu, t);
}

// All work other than the GPU's own is done before and after the lease.
static void run_under_lease(struct grading *grading, struct backend_run *gpu) {
    struct measuring measuring;
    measure_prepare(&measuring, grading, gpu);
    if (gpu_lease_queue(&gpu->lease, gpus_here())) {
        measure_open(&measuring);
        if (gpu_lease_take(&gpu->lease))
            use_gpu(grading, gpu, &measuring);
        measure_leave(&measuring);
    }
    gpu_lease_end(&gpu->lease);
    measure_check(&measuring);
}

// If a GPU cannot be used, the report says so, and only the CPU engine's verdicts count. If only the GPU was
// requested, that is an error of the grader.
static bool finish_gpu(struct grading *grading, const struct build_setting *setting, struct error *error) {
    struct backend_run *gpu = &grading->gpu;
    build_finish(&gpu->build, setting, gpu->device);
    if (gpu->build.state == BUILD_DONE && gpu->device && !stop_requested())
        run_under_lease(grading, gpu);
    if (grading->cpu.asked || (gpu->build.state != BUILD_BROKEN && gpu->error.text[0] == '\0'))
        return true;
    return error_set(error, "the submission could not be run on the GPU: %s%s", gpu->build.error.text,
                     gpu->error.text);
}

static bool build_and_run(struct grading *grading, struct error *error) {
    const struct build_setting setting = {.lab = grading->lab,
                                          .paths = &grading->paths,
                                          .stage = &grading->stage,
                                          .submission = &grading->submission};
    if (!build_prepare(&setting, error))
        return false;
    if (grading->cpu.asked)
        build_start(&grading->cpu.build, &setting, BACKEND_CPU);
    if (grading->gpu.asked)
        build_start(&grading->gpu.build, &setting, BACKEND_GPU);
    bool good = !grading->cpu.asked || finish_cpu(grading, &setting, error);
    const bool worth_it = !grading->cpu.asked || grading->cpu.build.state == BUILD_DONE;
    if (good && grading->gpu.asked && worth_it)
        good = finish_gpu(grading, &setting, error);
    return good;
}

bool flow_build(struct grading *grading, const struct flow_request *request, struct error *error) {
    const struct flow_request cpu_alone = {.lab = request->lab,
                                           .submission = request->submission,
                                           .backends = BACKEND_CPU,
                                           .container = request->container};
    grading->lab = spec_find(request->lab);
    if (!prepare(grading, &cpu_alone, error))
        return false;
    if (grading->submission.error.text[0] != '\0')
        return error_set(error, "%s", grading->submission.error.text);
    const struct build_setting setting = {.lab = grading->lab,
                                          .paths = &grading->paths,
                                          .stage = &grading->stage,
                                          .submission = &grading->submission,
                                          .block = request->block};
    if (!build_prepare(&setting, error))
        return false;
    build_start(&grading->cpu.build, &setting, BACKEND_CPU);
    build_finish(&grading->cpu.build, &setting, true);
    return true;
}

// They are marked whatever the submission does.
static void take_predictions(struct grading *grading, const struct flow_request *request) {
    if (request->predictions)
        grading->predictions = *request->predictions;
    else if (!request->small_only && !stop_requested())
        predictions_of(&grading->predictions, grading->lab, grading->submission.text, &grading->paths);
}

// The questions about the run depends only on the file and the questions' own seed.
static void take_explained(struct grading *grading, const struct flow_request *request) {
    struct explained *explained = &grading->explained;
    explained->asked = request->explain;
    explained->seed = request->explain_seed;
    if (!request->explain && grading->submission.text)
        explained_find(explained, grading->submission.text);
    if (!request->small_only && !stop_requested() &&
        (explained->asked || (explained->handed_in && !explained->changed)))
        explained_make(explained, grading);
}

bool flow_grade(struct grading *grading, const struct flow_request *request, struct error *error) {
    const double begin = clock_now();
    grading->lab = spec_find(request->lab);
    if (!prepare(grading, request, error))
        return false;
    if (grading->submission.error.text[0] == '\0' && !build_and_run(grading, error))
        return false;
    take_predictions(grading, request);
    take_explained(grading, request);
    if (stop_requested())
        return error_set(error, "stopped");
    judge(grading);
    grading->seconds = clock_now() - begin;
    return true;
}

// The syntax of a request's values on command lines.

bool request_read_backend(const char *word, unsigned *backends) {
    static const struct {
        const char *name;
        unsigned backends;
    } known[] = {{"cpu", BACKEND_CPU}, {"gpu", BACKEND_GPU}, {"all", BACKEND_ALL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(word, known[i].name) == 0) {
            *backends = known[i].backends;
            return true;
        }
    }
    return false;
}

bool request_read_seed(const char *word, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(word, &end, 16);
    return errno == 0 && end != word && *end == '\0' && strchr("+- ", word[0]) == NULL;
}

bool request_read_tier(const char *word, enum sandbox_tier *tier) {
    *tier = (enum sandbox_tier)word[0];
    return word[0] >= 'A' && word[0] <= 'C' && word[1] == '\0';
}

bool request_read_sandbox(const char *word, bool *container) {
    *container = strcmp(word, "container") == 0;
    return *container || strcmp(word, "auto") == 0;
}
