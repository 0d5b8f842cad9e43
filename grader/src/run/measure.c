// The runner asked for times: what its device can do, and how long a task's launcher takes.
//
// Theory of operation. A runner holds the clock, and the submission runs in the runner: this is the one
// figure taken on trust. It is bounded from above by the device's own copy bandwidth, measured in the same
// run. Only measure_run() needs the device to itself; inputs are made before, and answers checked after, so
// that graders that take turns on a GPU wait for each other as little as can be.
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "reports.h"
#include "run.h"
#include "timing.h"

enum { ASK_SECONDS = 60 };

void measure_calibrate(const struct grading *grading, struct backend_run *run) {
    struct session session;
    const struct session_setting setting = run_setting(grading, run, ASK_SECONDS + 5);
    struct job job = {.kind = JOB_CALIBRATE};
    cJSON *reply = NULL;
    bool ended;
    if (session_open(&session, 0, 0, run->trouble, sizeof run->trouble))
        reply = ask_runner(&session, &setting, &job, ASK_SECONDS, &ended, run->trouble, sizeof run->trouble);
    const cJSON *driver = reports_driver(reply);
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(driver, "device");
    const char *name = reports_string(device, "name");
    run->calibration.copy_gbps = reports_number(driver, "copy_gbps");
    run->calibration.slowed = reports_number(driver, "slowed");
    run->calibration.short_us = reports_number(driver, "short_us");
    run->calibration.known = run->calibration.copy_gbps > 0;
    for (size_t limit = 0; limit < LIMIT_COUNT; limit++) {
        run->calibration.rates[limit] = reports_number(driver, timing_rate_names[limit]);
        if (run->backend == BACKEND_GPU || limit == LIMIT_TREES)
            run->calibration.known = run->calibration.known && run->calibration.rates[limit] > 0;
    }
    snprintf(run->calibration.device, sizeof run->calibration.device, "%s", name ? name : "unknown");
    cJSON_Delete(reply);
    session_close(&session);
}

static int by_value(const void *a, const void *b) {
    const double *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

// Microseconds, one a call. @return how many there are; none if one of them is no time, or they are too many
static uint32_t read_list(double *times, const cJSON *array, uint32_t room) {
    const cJSON *time;
    uint32_t count = 0;
    cJSON_ArrayForEach(time, array) {
        if (count == room || !cJSON_IsNumber(time) || !(time->valuedouble > 0))
            return 0;
        times[count++] = time->valuedouble;
    }
    return count;
}

// The runner may stop early where it would take long: its word for that is the times that it tells.
static bool stopped_early(const double *times, uint32_t count) {
    double all = 0;
    for (uint32_t i = 0; i < count; i++)
        all += times[i];
    return all >= JOB_TIME_ENOUGH_US;
}

// Median and best quarter of the timed calls.
static bool read_times(struct measurement *measurement, const cJSON *driver) {
    struct bandwidth *bandwidth = measurement->bandwidth;
    const struct job *job = &measurement->job;
    double times[JOB_MAX_REPETITIONS]; // the timed calls, then the warm-ups
    const uint32_t count =
        read_list(times, cJSON_GetObjectItemCaseSensitive(driver, "times_us"), job->repetitions);
    const uint32_t warmups =
        read_list(times + count, cJSON_GetObjectItemCaseSensitive(driver, "warmup_us"), job->warmups);
    const bool all = count == job->repetitions && warmups == job->warmups;
    if (count == 0 || !(all || stopped_early(times, count + warmups)))
        return false;
    measurement->calls = count + warmups;
    qsort(times, count, sizeof *times, by_value);
    bandwidth->gbps = bandwidth->bytes / times[count / 2] / 1e3;
    bandwidth->best_gbps = bandwidth->bytes / times[count / 4] / 1e3;
    return true;
}

static void vary(void *to, const void *from, const struct spec_task *spec, int32_t n,
                 const struct job_variation *by) {
    for (int32_t i = 0; i < n; i++) {
        if (spec->signature == JOB_BYTE_HISTOGRAM)
            ((uint8_t *)to)[i] = (uint8_t)(((const uint8_t *)from)[i] * by->multiply + by->add);
        else
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i] * by->multiply + by->add;
    }
}

// The answers of that many calls, the warm-ups first. @return false at the first wrong one
static bool answers_right(const struct session *session, const struct spec_task *spec, const struct job *job,
                          uint32_t calls) {
    unsigned char *input = malloc(job->input_bytes + 1), *expected = malloc(job->output_bytes + 1);
    bool right = input && expected;
    for (uint32_t r = 0; right && r < calls; r++) {
        vary(input, session->input, spec, job->n, &job->variation[r]);
        spec->reference(input, job->n, job->option, expected);
        right = memcmp(expected, session->output + r * job_align(job->output_bytes), job->output_bytes) == 0;
    }
    free(input);
    free(expected);
    return right;
}

static struct job timing_job(const struct spec_task *spec, enum job_kind kind, int32_t n, struct rng *rng) {
    struct job job = {.kind = kind,
                      .signature = spec->signature,
                      .n = n,
                      .option = spec->bandwidth.option,
                      .input_bytes = spec_input_bytes(spec, n),
                      .output_bytes = spec_output_bytes(spec, n),
                      .scratch_bytes = spec_scratch_bytes(spec, n),
                      .repetitions = spec->bandwidth.repetitions,
                      .warmups = spec->bandwidth.warmups};
    snprintf(job.task, sizeof job.task, "%s", spec->name);
    for (uint32_t r = 0; r < job.warmups + job.repetitions; r++)
        job.variation[r] =
            (struct job_variation){(uint32_t)rng_next(rng) | 1, (uint32_t)rng_next(rng)}; // odd: none is lost
    return job;
}

bool measure_prepare(struct measurement *measurement, const struct grading *grading, struct backend_run *run,
                     size_t task, enum job_kind kind) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const struct spec_bandwidth *settings = &spec->bandwidth;
    struct bandwidth *bandwidth = kind == JOB_TIME ? &run->bandwidths[task] : &run->vendor[task];
    struct rng rng = rng_stream(grading->plan.seed, UINT64_C(1) << 32 | task);
    *bandwidth = (struct bandwidth){.task = spec};
    *measurement = (struct measurement){.bandwidth = bandwidth};
    if (!grading->lab->challenge && (spec->points[CHECK_BANDWIDTH] == 0 || kind == JOB_TIME_VENDOR))
        return false;
    bandwidth->n =
        rng_between(&rng, settings->n_gpu - settings->spread_gpu, settings->n_gpu + settings->spread_gpu);
    bandwidth->bytes = settings->bytes_per_element * bandwidth->n;
    struct job *job = &measurement->job;
    *job = timing_job(spec, kind, bandwidth->n, &rng);
    const size_t outputs =
        (job->repetitions + job->warmups) * job_align(job->output_bytes) + job_align(job->input_bytes);
    if (!session_open(&measurement->session, job->input_bytes, outputs, bandwidth->problem,
                      sizeof bandwidth->problem)) {
        session_close(&measurement->session);
        return false;
    }
    settings->fill(&rng, measurement->session.input, job->n);
    return true;
}

void measure_run(struct measurement *measurement, const struct grading *grading, struct backend_run *run) {
    struct bandwidth *bandwidth = measurement->bandwidth;
    const struct session_setting setting = run_setting(grading, run, ASK_SECONDS + 5);
    cJSON *reply = ask_runner(&measurement->session, &setting, &measurement->job, ASK_SECONDS,
                              &bandwidth->failed, bandwidth->problem, sizeof bandwidth->problem);
    const cJSON *driver = reports_driver(reply);
    measurement->replied = reply != NULL;
    if (reply && !read_times(measurement, driver))
        snprintf(bandwidth->problem, sizeof bandwidth->problem, "the timed run failed: %s",
                 reports_gpu_error(driver));
    bandwidth->failed = bandwidth->failed && bandwidth->problem[0] != '\0';
    bandwidth->known = reply && bandwidth->problem[0] == '\0' && run->calibration.known;
    if (bandwidth->known)
        bandwidth->reference_gbps =
            timing_prediction(&bandwidth->task->bandwidth, &run->calibration, BACKEND_GPU);
    cJSON_Delete(reply);
}

void measure_check(struct measurement *measurement) {
    struct bandwidth *bandwidth = measurement->bandwidth;
    if (measurement->replied && bandwidth->problem[0] == '\0')
        bandwidth->wrong =
            !answers_right(&measurement->session, bandwidth->task, &measurement->job, measurement->calls);
    session_close(&measurement->session);
}

// The reason why nothing can be counted, NULL if it can.
static const char *no_counting(const struct grading *grading, const struct backend_run *run) {
    if (grading->places.cupti[0] == '\0')
        return "CUPTI, a part of the CUDA Toolkit, is not installed";
    return run->trouble[0] ? run->trouble : NULL;
}

void measure_counters(const struct grading *grading, struct backend_run *run, size_t task) {
    struct counted *counted = &run->counted[task];
    const size_t measured = grading_measured_case(grading, &grading->lab->tasks[task]);
    const char *why = no_counting(grading, run);
    struct session session;
    struct session_setting setting = run_setting(grading, run, ASK_SECONDS + 5);
    struct plan_data data = {0};
    if (measured == grading->plan.count)
        return;
    if (why) {
        snprintf(counted->problem, sizeof counted->problem, "%s", why);
        return;
    }
    setting.cupti = grading->places.cupti;
    struct job job = run_job(&grading->plan.cases[measured], JOB_COUNT);
    cJSON *reply = NULL;
    bool ended;
    if (session_open(&session, job.input_bytes, job_align(job.output_bytes) + job_align(job.input_bytes),
                     counted->problem, sizeof counted->problem) &&
        plan_data_make(&data, &grading->plan.cases[measured], session.input))
        reply = ask_runner(&session, &setting, &job, ASK_SECONDS, &ended, counted->problem,
                           sizeof counted->problem);
    if (reply)
        counted_by_gpu(counted, reports_driver(reply));
    cJSON_Delete(reply);
    plan_data_free(&data);
    session_close(&session);
}
