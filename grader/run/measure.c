// A GPU's runner asked for times: what its device can do, and how long a task's launcher takes.
//
// Theory of operation. A runner times its calls by the GPU's clock, and the submission runs in the runner. So
// each call is timed by our own clock, too (outside_clock.h), and a claim that this refutes counts as what we
// saw. A speed is also bounded by the device's own copy bandwidth, measured in the same run. What needs the
// device alone is between measure_begin() and measure_leave(). Inputs are made before, and answers checked
// after. A runner begins to use the GPU, which takes the driver longest, while another grader still has the
// lease. The same runner runs the cases, so that it begins only once.
#include "measure.h"

#include <stdlib.h>

#include "base/array.h"
#include "modelled.h"
#include "reports.h"
#include "run.h"
#include "run/compare.h"
#include "timing.h"

// To wait for a lease may take as long as others' slowest submissions.
enum { LEASE_SECONDS = 1200 };
// The fewest elements that a time means anything for, and the part of a device's memory that may be used.
enum { LEAST_N = 1 << 20 };
static const double MEMORY_PART = 0.75;

// Not 0 in the grader that `make measure-fixtures` builds, which times what the CPU engine models.
#ifndef TIMED_AT_MODELLED_SIZE
#define TIMED_AT_MODELLED_SIZE 0
#endif

// Microseconds, one for each call. @return how many there are; 0 if one of them is no time, or there are too
// many
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

// The runner may stop early where it would take long: whether it may, follows from the times that it sends.
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
    measurement->warmups = warmups;
    sort_numbers(times, count);
    bandwidth->gbps = bandwidth->bytes / times[count / 2] / 1e3;
    bandwidth->best_gbps = bandwidth->bytes / times[count / 4] / 1e3;
    measurement->best_us = times[count / 4];
    return true;
}

// Our clock beside the claims: what it refutes counts as it saw it.
static void compare_clocks(struct measurement *measurement, const struct calibration *device) {
    struct bandwidth *bandwidth = measurement->bandwidth;
    struct outside_figures seen;
    const bool stores = measurement->job.output_bytes >= JOB_STORES_BYTES;
    if (measurement->clock.count != measurement->calls ||
        !outside_clock_figures(&measurement->clock, measurement->warmups,
                               measurement->calls - measurement->warmups,
                               stores ? &device->store : &device->turn, &seen)) {
        error_set(&bandwidth->error, "the timed run failed: it did not wait for its turns");
        return;
    }
    bandwidth->outside_gbps = bandwidth->bytes / seen.best_quarter / 1e3;
    if (!outside_clock_refutes(&seen, measurement->best_us))
        return;
    bandwidth->claimed_gbps = bandwidth->gbps;
    bandwidth->gbps = bandwidth->bytes / seen.median / 1e3;
    bandwidth->best_gbps = bandwidth->outside_gbps;
}

static void set_size(struct measurement *measurement, int32_t n) {
    struct bandwidth *bandwidth = measurement->bandwidth;
    struct job *job = &measurement->job;
    const struct job sized = spec_job(bandwidth->task, job->kind, spec_timed_shape(bandwidth->task, n),
                                      bandwidth->task->bandwidth.option);
    job->n = sized.n;
    job->call = sized.call;
    job->input_bytes = sized.input_bytes;
    job->output_bytes = sized.output_bytes;
    job->scratch_bytes = sized.scratch_bytes;
    bandwidth->n = job->n;
    bandwidth->bytes = bandwidth->task->bandwidth.bytes_per_element * job->n;
}

// What was arranged would not be so any longer: it stays as it is.
static void draw_variations(struct job *job, const struct spec_task *task, struct rng *rng) {
    for (uint32_t r = 0; r < job->warmups + job->repetitions; r++)
        job->variation[r] = task->arrange ? (struct job_variation){.multiply = 1}
                                          : (struct job_variation){.multiply = (uint32_t)rng_next(rng) | 1,
                                                                   .add = (uint32_t)rng_next(rng),
                                                                   .scatter = (uint32_t)rng_next(rng) | 1};
}

static struct job timing_job(const struct spec_task *spec, enum job_kind kind, struct rng *rng) {
    struct job job = spec_job(spec, kind, spec_timed_shape(spec, spec->bandwidth.n), spec->bandwidth.option);
    job.repetitions = spec->bandwidth.repetitions;
    job.warmups = spec->bandwidth.warmups;
    draw_variations(&job, spec, rng);
    return job;
}

// Whether two calls are given the same: as many elements of the same types.
static bool same_inputs(const struct call *a, const struct call *b) {
    for (uint32_t i = 0; i < CALL_WORDS; i++) {
        const bool given = call_has(CALL_GIVEN, &a->of[i]);
        if (given != call_has(CALL_GIVEN, &b->of[i]) ||
            (given && (a->of[i].element != b->of[i].element || a->of[i].bytes != b->of[i].bytes)))
            return false;
    }
    return true;
}

// An earlier one that is timed on data of this kind; NULL if there is none. Offsets depend on n, which may
// become smaller.
static const struct measurement *like(const struct measuring *measuring, const struct spec_bandwidth *of,
                                      const struct call *call) {
    for (size_t i = 0; i < measuring->count; i++) {
        const struct measurement *m = &measuring->list[i];
        if (m->bandwidth->task->bandwidth.fill == of->fill && same_inputs(&m->job.call, call))
            return m;
    }
    return NULL;
}

// Draws by what each repetition varies the task's input, the same for both kinds.
static void add(struct measuring *measuring, const struct grading *grading, struct backend_run *run,
                size_t task, enum job_kind kind) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    const struct spec_bandwidth *settings = &spec->bandwidth;
    struct bandwidth *bandwidth = kind == JOB_TIME ? &run->bandwidths[task] : &run->vendor[task];
    *bandwidth = (struct bandwidth){.task = spec};
    if (!grading->lab->challenge && (spec->points[CHECK_BANDWIDTH] == 0 || kind == JOB_TIME_VENDOR))
        return;
    struct measurement *measurement = &measuring->list[measuring->count];
    *measurement = (struct measurement){.bandwidth = bandwidth,
                                        .rng = rng_stream(grading->plan.seed, UINT64_C(1) << 32 | task)};
    measurement->job = timing_job(spec, kind, &measurement->rng);
    if (!signature_offsets(spec->parameters))
        measurement->like = like(measuring, settings, &measurement->job.call);
    set_size(measurement, TIMED_AT_MODELLED_SIZE ? spec_modelled_n(spec) : settings->n);
    measuring->count++;
}

// Gives each job its part of the memory, behind that of the cases. @return false with a sentence in @p error
static bool share_memory(struct measuring *measuring, const struct grading *grading,
                         const struct backend_run *run, struct error *error) {
    size_t input, output, prefetch_input, prefetch_output;
    run_room(grading, run->backend, &input, &output);
    prefetch_room(grading, run->backend, &prefetch_input, &prefetch_output);
    input += prefetch_input;
    output += prefetch_output;
    for (size_t i = 0; i < measuring->count; i++) {
        const struct measurement *earlier = measuring->list[i].like;
        struct job *job = &measuring->list[i].job;
        job->input_offset = earlier ? earlier->job.input_offset : input;
        job->output_offset = output;
        input += earlier ? 0 : job_align(job->input_bytes);
        output += (job->repetitions + job->warmups) * job_align(job->output_bytes);
    }
    return session_open(&measuring->session, input, output, error);
}

static void draw_input(struct measuring *measuring, struct measurement *m) {
    const struct spec_task *task = m->bandwidth->task;
    plan_fill(task, spec_timed_shape(task, m->job.n), task->bandwidth.fill, task->bandwidth.divide,
              task->bandwidth.option, &m->rng, measuring->session.input + m->job.input_offset);
}

void measure_prepare(struct measuring *measuring, const struct grading *grading, struct backend_run *run) {
    *measuring = (struct measuring){.grading = grading, .run = run};
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        add(measuring, grading, run, t, JOB_TIME);
        add(measuring, grading, run, t, JOB_TIME_VENDOR);
    }
    const bool shared = share_memory(measuring, grading, run, &run->error);
    for (size_t i = 0; i < measuring->count; i++) {
        struct measurement *m = &measuring->list[i];
        if (shared && !m->like)
            draw_input(measuring, m);
        else if (!shared)
            m->bandwidth->error = run->error;
    }
    if (!shared)
        measuring->count = 0;
}

// One runner does all of it, unless it ends.
static struct session_setting setting_of(const struct measuring *measuring) {
    const double seconds = run_seconds(measuring->grading, measuring->run->backend) +
                           (double)(measuring->count + 2) * SESSION_ASK_S + LEASE_SECONDS;
    struct session_setting setting = run_setting(measuring->grading, measuring->run, seconds);
    setting.limits.memory_bytes += measuring->session.input_size + measuring->session.output_size;
    setting.limits.output_bytes *= 2; // its cases', and its timed calls'
    return setting;
}

static void enlarge(uint64_t *largest, uint64_t bytes) { *largest = bytes > *largest ? bytes : *largest; }

static struct job largest_job(const struct measuring *measuring) {
    const struct plan *plan = &measuring->grading->plan;
    struct job largest = {.kind = JOB_OPEN};
    for (size_t i = 0; i < plan->count + measuring->count; i++) {
        const struct job job =
            i < plan->count ? run_job(&plan->cases[i], JOB_RUN) : measuring->list[i - plan->count].job;
        enlarge(&largest.input_bytes, job.input_bytes);
        enlarge(&largest.output_bytes, job.output_bytes);
        enlarge(&largest.scratch_bytes, job.scratch_bytes);
    }
    return largest;
}

void measure_open(struct measuring *measuring) {
    const struct session_setting setting = setting_of(measuring);
    struct backend_run *run = measuring->run;
    struct job job = largest_job(measuring);
    if (run->error.text[0] == '\0' && session_ask(&measuring->session, &setting, &job, &run->error))
        cJSON_Delete(session_answer(&measuring->session, SESSION_ASK_S, &run->cost, &run->error));
    size_t input, output;
    run_room(measuring->grading, run->backend, &input, &output);
    if (run->error.text[0] == '\0')
        prefetch_make(&measuring->prefetch, measuring->grading, run->backend, &measuring->session, input,
                      output);
}

void measure_begin(struct measuring *measuring) {
    const struct session_setting setting = setting_of(measuring);
    if (measuring->run->error.text[0] == '\0')
        calibrate(&measuring->session, &setting, measuring->run);
}

void measure_cases(struct measuring *measuring) {
    const struct session_setting setting = setting_of(measuring);
    if (measuring->run->error.text[0] == '\0')
        run_cases_in(&measuring->session, &setting, measuring->grading, measuring->run, &measuring->prefetch);
}

// What a timed job takes of the device: what its inputs are made from, and two of them and of its outputs,
// used by turns.
static double device_bytes(const struct job *job) {
    return 3.0 * (double)job->input_bytes + 2.0 * (double)job->output_bytes + (double)job->scratch_bytes;
}

// A small device is timed on fewer elements: a part of the input that is there.
// @return false with an error if the fewest are too many
static bool fit_device(struct measurement *measurement, const struct calibration *device) {
    const double room = device->memory_bytes * MEMORY_PART;
    struct job *job = &measurement->job;
    while (room > 0 && device_bytes(job) > room && job->n / 2 >= LEAST_N)
        set_size(measurement, job->n / 2);
    return !(room > 0) || device_bytes(job) <= room ||
           error_set(&measurement->bandwidth->error,
                     "n = %d does not fit into the memory of this device (%.0f MiB)", job->n,
                     device->memory_bytes / (1 << 20));
}

// Offsets of fewer elements are no part of those that are there.
static void draw_again(struct measuring *measuring, struct measurement *m) {
    const struct spec_task *task = m->bandwidth->task;
    if (m->job.n < task->bandwidth.n && signature_offsets(task->parameters))
        draw_input(measuring, m);
}

void measure_run(struct measuring *measuring, size_t i) {
    struct backend_run *run = measuring->run;
    struct measurement *measurement = &measuring->list[i];
    struct bandwidth *bandwidth = measurement->bandwidth;
    const struct session_setting setting = setting_of(measuring);
    if (!fit_device(measurement, &run->calibration))
        return;
    draw_again(measuring, measurement);
    // Without a runner the error is ours.
    bandwidth->failed = session_ask(&measuring->session, &setting, &measurement->job, &bandwidth->error);
    if (bandwidth->failed)
        outside_clock_watch(&measurement->clock, &measuring->session, SESSION_ASK_S);
    cJSON *reply = bandwidth->failed
                       ? session_answer(&measuring->session, SESSION_ASK_S, &run->cost, &bandwidth->error)
                       : NULL;
    const cJSON *driver = reports_driver(reply);
    measurement->replied = reply != NULL;
    if (reply && !read_times(measurement, driver))
        error_set(&bandwidth->error, "the timed run failed: %s", reports_gpu_error(driver));
    else if (reply)
        compare_clocks(measurement, &run->calibration);
    bandwidth->failed = bandwidth->failed && bandwidth->error.text[0] != '\0';
    if (bandwidth->error.text[0] == '\0' && !run->calibration.known)
        error_set(&bandwidth->error, "the calibration of the device gave no usable figures");
    bandwidth->known = reply && bandwidth->error.text[0] == '\0';
    cJSON_Delete(reply);
}

// What a submission left running on the GPU ends with its process, which is killed for that reason.
void measure_leave(struct measuring *measuring) {
    if (measuring->session.process)
        sandbox_kill(measuring->session.process);
}

static void check_answers(const struct session *session, const struct measurement *m) {
    struct bandwidth *bandwidth = m->bandwidth;
    bool right;
    if (answers_check(bandwidth->task, &m->job, session->input + m->job.input_offset,
                      session->output + m->job.output_offset, m->calls, &right)) {
        bandwidth->wrong = !right;
        bandwidth->late =
            right && !outside_clock_proves(&m->clock, &m->job, session->output + m->job.output_offset);
    } else {
        bandwidth->known = false;
        error_set(&bandwidth->error, "memory is used up");
    }
}

// Whether it would have more points without other programs on the GPU.
static bool is_in_doubt(const struct measuring *measuring, const struct bandwidth *b) {
    const struct calibration *device = &measuring->run->calibration;
    const int points = spec_task_points(b->task, CHECK_BANDWIDTH);
    struct timing_scale scale;
    return b->known &&
           timing_scale(measuring->grading->lab, b->task, b->n, BACKEND_GPU, device, &scale, NULL) &&
           timing_points(&scale, timing_undisturbed(device, b), points) >
               timing_points(&scale, b->gbps, points);
}

// Once more on other inputs, if its answers so far are right.
static void time_again(struct measuring *measuring, size_t i) {
    struct measurement *m = &measuring->list[i];
    struct bandwidth *b = m->bandwidth;
    check_answers(&measuring->session, m);
    if (b->wrong || b->late || !b->known)
        return;
    *b = (struct bandwidth){.task = b->task, .n = b->n, .bytes = b->bytes};
    draw_variations(&m->job, b->task, &m->rng);
    measure_run(measuring, i);
}

// By another runner: what the device can do is only believed before code of the submission has run.
void measure_again(struct measuring *measuring) {
    struct backend_run *run = measuring->run;
    const struct calibration first = run->calibration;
    bool doubted[2 * SYMBOLS_MAX_LAUNCHERS], any = false;
    for (size_t i = 0; i < measuring->count; i++) {
        doubted[i] = is_in_doubt(measuring, measuring->list[i].bandwidth);
        any = any || doubted[i];
    }
    if (!any)
        return;
    session_end(&measuring->session, &run->cost);
    measure_begin(measuring);
    for (size_t i = 0; run->calibration.known && i < measuring->count; i++)
        if (doubted[i])
            time_again(measuring, i);
    if (!run->calibration.known) {
        run->calibration = first;
        run->error = (struct error){""};
    }
}

void measure_check(struct measuring *measuring) {
    session_end(&measuring->session, &measuring->run->cost);
    for (size_t i = 0; i < measuring->count; i++) {
        const struct measurement *m = &measuring->list[i];
        if (m->replied && m->bandwidth->error.text[0] == '\0')
            check_answers(&measuring->session, m);
    }
    prefetch_free(&measuring->prefetch);
    session_close(&measuring->session);
}
