// How long a task's launcher would take on a device, asked of the CPU engine.
//
// Theory of operation. Each task has a runner of its own, which has seen no input before, and is called once
// at the size that is timed. All blocks run, so the answer is compared with the reference, as in any case:
// the time of a wrong answer is none. What some blocks do is sampled, and which ones, the submission cannot
// know: they are drawn from the run's seed.
#include "modelled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/language.h"
#include "base/utf8.h"
#include "compare.h"
#include "lab/speeds.h"
#include "outside_clock.h"
#include "reports.h"
#include "run.h"
#include "session.h"

// A launcher that runs so many times as many instructions as the solution and the naive way is stopped.
static const double TOO_MANY = 4;
// What no such limit stops, ends after so much processor time; other programs may make it take longer.
enum { MOST_SECONDS = 30, PATIENCE = 10 };

struct modelling {
    const struct grading *grading;
    struct backend_run *run;
    struct session *session;
    size_t task;
    struct bandwidth *bandwidth; // of the task, to be filled
};

static const struct spec_task *task_of(const struct modelling *m) { return &m->grading->lab->tasks[m->task]; }

static struct job job_of(const struct spec_task *task) {
    return spec_job(task, JOB_MODEL, spec_timed_shape(task, spec_modelled_n(task)), task->bandwidth.option);
}

void modelled_room(const struct grading *grading, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        const struct spec_task *task = &grading->lab->tasks[t];
        if (task->points[CHECK_BANDWIDTH] == 0)
            continue;
        const struct job job = job_of(task);
        *input = job_align(job.input_bytes) > *input ? job_align(job.input_bytes) : *input;
        *output = job_align(job.output_bytes) > *output ? job_align(job.output_bytes) : *output;
    }
}

struct session_setting modelled_setting(const struct grading *grading, const struct backend_run *run) {
    struct session_setting setting = run_setting(grading, run, PATIENCE * MOST_SECONDS);
    setting.limits.wall_s += run_seconds(grading, run->backend); // it may wait for the cases
    return setting;
}

// The call as a case of its own: what is timed, on numbers that no other case has.
static struct plan_case timed_case(const struct modelling *m, const struct spec_case *as) {
    const struct spec_task *task = task_of(m);
    return (struct plan_case){.task = task,
                              .spec = as,
                              .shape = spec_timed_shape(task, spec_modelled_n(task)),
                              .data = rng_stream(m->grading->plan.seed, (UINT64_C(1) << 33) + m->task)};
}

static struct spec_case timed_spec(const struct spec_task *task) {
    const struct spec_bandwidth *timed = &task->bandwidth;
    return (struct spec_case){
        .option = timed->option, .fill = timed->fill, .divide = timed->divide, .data = "random"};
}

static void check_answer(struct modelling *m, const struct plan_case *c, const struct plan_data *data) {
    struct comparison comparison;
    compare(&comparison, c, data, m->session->input, m->session->output, m->session->input);
    if (comparison.right)
        return;
    m->bandwidth->wrong = true;
    error_set(&m->bandwidth->error, "%s", comparison.message);
}

// A string that the submission's side may have written; "" without one.
static void read_text(char *to, size_t size, const cJSON *object, const char *name) {
    const char *text = reports_string(object, name);
    snprintf(to, size, "%s", text ? text : "");
    utf8_escape(to, size);
}

// As read_text(), of a path without its directories.
static void read_file_name(char *to, size_t size, const cJSON *object) {
    const char *file = reports_string(object, "file");
    snprintf(to, size, "%s", file ? reports_base_name(file) : "");
    utf8_escape(to, size);
}

static void read_idle(struct idle_blocks *idle, const cJSON *object) {
    *idle = (struct idle_blocks){.blocks = reports_number(object, "blocks"),
                                 .idle = reports_number(object, "idle"),
                                 .line = (int)reports_number(object, "line")};
    read_text(idle->kernel, sizeof idle->kernel, object, "kernel");
    read_file_name(idle->file, sizeof idle->file, object);
}

static void read_prediction(struct prediction *prediction, const cJSON *object) {
    *prediction = (struct prediction){.us = reports_number(object, "us"),
                                      .kernels_us = reports_number(object, "kernels_us"),
                                      .launches_us = reports_number(object, "launches_us"),
                                      .copies_us = reports_number(object, "copies_us"),
                                      .host_us = reports_number(object, "host_us"),
                                      .share = reports_number(object, "share"),
                                      .line = (int)reports_number(object, "line"),
                                      .without_us = reports_number(object, "without_us"),
                                      .touched_bytes = reports_number(object, "touched_bytes"),
                                      .instructions = reports_number(object, "instructions")};
    read_text(prediction->bound, sizeof prediction->bound, object, "bound");
    read_file_name(prediction->file, sizeof prediction->file, object);
    read_idle(&prediction->idle, cJSON_GetObjectItemCaseSensitive(object, "idle"));
}

// @return the answer's object; NULL with an error, which is ours if the runner could not be asked
static cJSON *ask(struct modelling *m, struct job *job) {
    const struct session_setting setting = modelled_setting(m->grading, m->run);
    struct rng rng = rng_stream(m->grading->plan.seed, (UINT64_C(1) << 34) + m->task);
    struct error error = {""};
    job->secret = rng_next(&rng);
    job->milliseconds = MOST_SECONDS * 1000;
    job->most_instructions =
        (uint64_t)(TOO_MANY * speeds_instructions(spec_speeds(m->grading->lab), job->task, job->n));
    session_end(m->session, &m->run->cost);
    if (!session_ask(m->session, &setting, job, &m->run->error))
        return NULL;
    cJSON *reply = session_answer(m->session, PATIENCE * MOST_SECONDS, &m->run->cost, &error);
    m->bandwidth->starved = !reply && m->session->starved;
    if (!reply)
        error_set(&m->bandwidth->error,
                  "the launcher does not come back when it is called for n = %d: %.300s", m->bandwidth->n,
                  error.text);
    return reply;
}

// A device that has no memory left is this machine, for a GPU has more: the task is open.
static bool no_call_failed(const cJSON *reply, struct bandwidth *b) {
    enum { MEMORY_ALLOCATION = 2 };
    const cJSON *call = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(reply, "failed_calls"), 0);
    const char *words = reports_string(call, "expression");
    b->starved = call && reports_number(call, "error") == MEMORY_ALLOCATION;
    return !call || error_set(&b->error, "called for n = %d, line %.0f: %.200s fails", b->n,
                              reports_number(call, "line"), words ? words : language_of("a call"));
}

// @return false if there is no time
static bool take_reply(struct modelling *m, const cJSON *reply) {
    const cJSON *driver = reports_driver(reply);
    const cJSON *predicted = cJSON_GetObjectItemCaseSensitive(driver, "predicted");
    const char *error = reports_string(driver, "error"), *why = reports_string(driver, "why");
    struct bandwidth *b = m->bandwidth;
    if (error)
        return error_set(&b->error, "n = %d: %.450s", b->n, error);
    if (!no_call_failed(reply, b))
        return false;
    b->starved = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(driver, "starved"));
    if (why || !cJSON_IsObject(predicted))
        return error_set(&b->error, "n = %d: %.450s", b->n,
                         why ? why : language_of("the runner's answer is not readable"));
    read_prediction(&b->prediction, predicted);
    return true;
}

static void run_timed(struct modelling *m) {
    const struct spec_case as = timed_spec(task_of(m));
    const struct plan_case c = timed_case(m, &as);
    struct job job = run_job(&c, JOB_MODEL);
    struct plan_data data;
    if (!plan_data_make(&data, &c, m->session->input)) {
        error_set(&m->run->error, "memory is used up");
        return;
    }
    plan_poison(&data, m->session->output);
    cJSON *reply = ask(m, &job);
    if (reply && take_reply(m, reply))
        check_answer(m, &c, &data);
    cJSON_Delete(reply);
    plan_data_free(&data);
}

static void conclude(struct bandwidth *b) {
    b->known = b->error.text[0] == '\0' && b->prediction.us > 0;
    if (b->known)
        b->gbps = b->bytes / b->prediction.us / 1e3;
    else if (b->error.text[0] == '\0')
        error_set(&b->error, "no kernel did any work");
    utf8_escape(b->error.text, sizeof b->error.text);
}

static void model_task(struct modelling *m) {
    const struct spec_task *task = task_of(m);
    const int32_t n = spec_modelled_n(task);
    *m->bandwidth = (struct bandwidth){.task = task, .n = n, .bytes = task->bandwidth.bytes_per_element * n};
    if (task->points[CHECK_BANDWIDTH] == 0)
        return;
    if (grading_has_fault(m->grading, m->run, task)) {
        error_set(&m->bandwidth->error, "it is not right, or not safe");
        return;
    }
    run_timed(m);
    conclude(m->bandwidth);
}

void modelled_tasks(const struct grading *grading, struct backend_run *run, struct session *session) {
    for (size_t t = 0; t < grading->lab->task_count && run->error.text[0] == '\0'; t++) {
        struct modelling m = {grading, run, session, t, &run->bandwidths[t]};
        model_task(&m);
    }
}

// A runner asked what its device can do.

static bool is_rate(double value) { return value > 0 && isfinite(value); }

static void read_answer(struct calibration *calibration, const cJSON *driver) {
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(driver, "device");
    const char *name = reports_string(device, "name");
    *calibration = (struct calibration){.copy_gbps = reports_number(driver, "copy_gbps"),
                                        .multiprocessors = reports_number(device, "multiprocessors"),
                                        .clock_mhz = reports_number(driver, "clock_mhz"),
                                        .memory_bytes = reports_number(device, "memory_bytes"),
                                        .slowed = reports_number(driver, "slowed"),
                                        .short_us = reports_number(driver, "short_us")};
    calibration->known = is_rate(calibration->copy_gbps) && is_rate(calibration->multiprocessors) &&
                         is_rate(calibration->clock_mhz);
    snprintf(calibration->device, sizeof calibration->device, "%s", name ? name : "unknown");
    utf8_escape(calibration->device, sizeof calibration->device);
}

// A GPU's runner has turns of its own before it has run any code of the submission.
static void read_clock(struct backend_run *run, const struct outside_clock *clock, const cJSON *driver) {
    struct calibration *calibration = &run->calibration;
    if (run->backend != BACKEND_GPU)
        return;
    calibration->known = calibration->known &&
                         outside_clock_learn(clock, 0, JOB_EMPTY_TURNS, reports_number(driver, "turn_us"),
                                             &calibration->turn) &&
                         outside_clock_learn(clock, JOB_EMPTY_TURNS, JOB_STORING_TURNS,
                                             reports_number(driver, "store_us"), &calibration->store);
}

// @return false with a sentence in @p error if there is no answer
static bool take_answer(struct session *session, struct backend_run *run, struct error *error) {
    struct outside_clock clock = {.count = 0};
    if (run->backend == BACKEND_GPU)
        outside_clock_watch(&clock, session, SESSION_ASK_S);
    cJSON *reply = session_answer(session, SESSION_ASK_S, &run->cost, error);
    const bool answered = reply != NULL;
    read_answer(&run->calibration, reports_driver(reply));
    read_clock(run, &clock, reports_driver(reply));
    cJSON_Delete(reply);
    return answered;
}

void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run) {
    struct job job = {.kind = JOB_CALIBRATE};
    if (session_ask(session, setting, &job, &run->error))
        take_answer(session, run, &run->error);
}

void calibrate_begin(struct calibrating *calibrating, const struct grading *grading,
                     struct backend_run *run) {
    const struct session_setting setting = modelled_setting(grading, run);
    struct job job = {.kind = JOB_CALIBRATE};
    size_t input, output;
    modelled_room(grading, &input, &output);
    if (!session_open(&calibrating->session, input, output, &run->error))
        return;
    calibrating->begun = session_ask(&calibrating->session, &setting, &job, &run->error);
    if (!calibrating->begun)
        session_close(&calibrating->session);
}

// The engine answers from a table. Where it does not, the submission is in its way, such as with variables
// that leave it no memory: then its tasks have no time. But the sandbox may fail, or the profile that was
// asked for.
static void blame(const struct grading *grading, struct backend_run *run, const struct session *session,
                  const struct error *why) {
    if (session->broken || grading->profile) {
        run->error = *why;
        return;
    }
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        run->bandwidths[t] = (struct bandwidth){.task = &grading->lab->tasks[t]};
        error_set(&run->bandwidths[t].error, "the program ends before anything is asked of it: %.300s",
                  why->text);
    }
}

void calibrate_finish(struct calibrating *calibrating, const struct grading *grading,
                      struct backend_run *run) {
    if (!calibrating->begun)
        return;
    struct error why = {""};
    if (take_answer(&calibrating->session, run, &why))
        modelled_tasks(grading, run, &calibrating->session);
    else
        blame(grading, run, &calibrating->session, &why);
    session_end(&calibrating->session, &run->cost);
    session_close(&calibrating->session);
    calibrating->begun = false;
}
