// How long a task's launcher would take at the size that a GPU is timed at, asked of the CPU engine.
//
// Theory of operation. The runner that said what the device can do gets a JOB_PREDICT for each task: it calls
// the launcher at two small sizes, then dry at the large one. Inputs are made here, and what comes back from
// the small sizes is compared with the reference, as in any case: the time of a wrong answer is none. The dry
// call may read back what no kernel has written, and so do anything: it has a time limit, and where it does
// not come back there is no time. Where the launcher uses kernels or grids at the large size that the small
// ones do not show, the runner says at which size they would, and is asked once more.
#include "predict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "lab/answer.h"
#include "lab/outputs.h"
#include "reports.h"
#include "run.h"
#include "session.h"

// The larger of the two sizes, at first and at most; and how much smaller the other is.
enum { FIRST_N = 1 << 17, MOST_N = 1 << 21, PART = 2 };
// The dry call runs no kernels.
static const double DRY_SECONDS = 2;

struct predicting {
    const struct grading *grading;
    struct backend_run *run;
    struct session *session;
    size_t task;
    struct bandwidth *bandwidth; // of the task, to be filled
};

// A task whose measured case is small is slow on the engine: both sizes together take less than that case.
static int32_t first_size(const struct grading *grading, const struct spec_task *task) {
    const size_t measured = grading_measured_case(grading, task);
    int32_t n = FIRST_N;
    while (n > PART && measured < grading->plan.count && n + n / PART > grading->plan.cases[measured].n)
        n /= 2;
    return n;
}

static struct job job_at(const struct spec_task *task, int32_t n, int32_t part) {
    const int32_t small = n / part, dry = task->bandwidth.n, option = task->bandwidth.option;
    struct job job = spec_job(task, JOB_PREDICT, spec_timed_shape(task, n), option);
    const struct job at_small = spec_job(task, JOB_PREDICT, spec_timed_shape(task, small), option),
                     at_dry = spec_job(task, JOB_PREDICT, spec_timed_shape(task, dry), option);
    job.dry =
        (struct job_dry){.n_small = at_small.n, .n = at_dry.n, .small = at_small.call, .call = at_dry.call};
    return job;
}

static void room_for(const struct spec_task *task, int32_t n, size_t *input, size_t *output) {
    const struct job job = job_at(task, n, 1);
    *input = 2 * job_align(job.input_bytes) > *input ? 2 * job_align(job.input_bytes) : *input;
    *output = 2 * job_align(job.output_bytes) > *output ? 2 * job_align(job.output_bytes) : *output;
}

void predict_room(const struct grading *grading, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t t = 0; t < grading->lab->task_count; t++)
        if (grading->lab->tasks[t].points[CHECK_BANDWIDTH] > 0)
            room_for(&grading->lab->tasks[t], FIRST_N, input, output);
}

static double seconds_for(const struct spec *lab, int32_t n) {
    return run_case_seconds(lab, n + n / PART) + DRY_SECONDS;
}

struct session_setting predict_setting(const struct grading *grading, const struct backend_run *run) {
    const double each = seconds_for(grading->lab, FIRST_N);
    struct session_setting setting =
        run_setting(grading, run, SESSION_ASK_S + (double)(grading->lab->task_count + 1) * each);
    setting.limits.wall_s += run_seconds(grading, run->backend); // it may wait for the cases
    return setting;
}

static const struct spec_task *task_of(const struct predicting *p) {
    return &p->grading->lab->tasks[p->task];
}

static void check_answer(struct predicting *p, int32_t n, const unsigned char *input,
                         const unsigned char *actual) {
    const struct spec_task *task = task_of(p);
    const struct shape shape = spec_timed_shape(task, n);
    void *expected = NULL;
    double *bounds = NULL;
    if (!answer_make(&expected, &bounds, task, shape)) {
        error_set(&p->run->error, "memory is used up");
        return;
    }
    answer_reckon(task, shape, task->bandwidth.option, input, expected, bounds);
    const struct right_answer right = {expected, bounds, 0};
    const struct outputs outputs = outputs_beside(task, shape, &right, actual);
    if (!outputs_are_right(&outputs)) {
        p->bandwidth->wrong = true;
        error_set(&p->bandwidth->error, "a wrong answer for n = %d", n);
    }
    free(expected);
    free(bounds);
}

static bool answers_are_right(struct predicting *p, const struct job *job) {
    const struct session *s = p->session;
    check_answer(p, job->dry.n_small, s->input + job_align(job->input_bytes), s->output);
    check_answer(p, job->n, s->input, s->output + job_align(job->output_bytes));
    return p->bandwidth->error.text[0] == '\0';
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
    const double n = reports_number(object, "n");
    *idle = (struct idle_blocks){.n = n > 0 && n <= INT32_MAX ? (int32_t)n : 0,
                                 .blocks = reports_number(object, "blocks"),
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
                                      .touched_bytes = reports_number(object, "touched_bytes")};
    read_text(prediction->bound, sizeof prediction->bound, object, "bound");
    read_file_name(prediction->file, sizeof prediction->file, object);
    read_idle(&prediction->idle, cJSON_GetObjectItemCaseSensitive(object, "idle"));
}

// Both sizes begin with the same numbers.
static void draw_input(struct predicting *p, int32_t n, unsigned char *input) {
    const struct spec_task *task = task_of(p);
    const struct spec_bandwidth *timed = &task->bandwidth;
    struct rng rng = rng_stream(p->grading->plan.seed, UINT64_C(1) << 33);
    plan_fill(task, spec_timed_shape(task, n), timed->fill, timed->divide, &rng, input);
}

// @return the answer's object; NULL with an error, which is ours if the runner could not be asked
static cJSON *ask(struct predicting *p, struct job *job) {
    const struct session_setting setting = predict_setting(p->grading, p->run);
    struct error error = {""};
    draw_input(p, job->n, p->session->input);
    draw_input(p, job->dry.n_small, p->session->input + job_align(job->input_bytes));
    memset(p->session->output, 0xa5, p->session->output_size);
    if (!session_ask(p->session, &setting, job, &p->run->error))
        return NULL;
    cJSON *reply = session_answer(p->session, seconds_for(p->grading->lab, job->n), &p->run->cost, &error);
    if (!reply)
        error_set(&p->bandwidth->error,
                  "the launcher does not come back when it is called for n = %d: %.300s", job->dry.n,
                  error.text);
    return reply;
}

// A call that failed at the small sizes has failed in a case, too; this is mostly one at the large size.
static bool no_call_failed(const cJSON *reply, int32_t n, struct error *error) {
    const cJSON *call = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(reply, "failed_calls"), 0);
    const char *words = reports_string(call, "expression");
    return !call || error_set(error, "called for n = %d, line %.0f: %.200s fails", n,
                              reports_number(call, "line"), words ? words : language_of("a call"));
}

// The size at which the runner would see what it did not; 0 if it has no wish, or a wish that is no other.
static int32_t wish_of(const cJSON *driver, int32_t n) {
    const double wish = reports_number(driver, "wish");
    int32_t larger = n;
    while (larger < wish && larger < MOST_N)
        larger *= 2;
    return larger > n ? larger : 0;
}

static void take_reply(struct predicting *p, const struct job *job, const cJSON *reply) {
    const cJSON *driver = reports_driver(reply);
    const cJSON *predicted = cJSON_GetObjectItemCaseSensitive(driver, "predicted");
    const char *why = reports_string(driver, "why");
    struct error *error = &p->bandwidth->error;
    if (!no_call_failed(reply, job->dry.n, error))
        return;
    if (why || !cJSON_IsObject(predicted))
        error_set(error, "%.500s", why ? why : language_of("the runner's answer is not readable"));
    else if (answers_are_right(p, job))
        read_prediction(&p->bandwidth->prediction, predicted);
}

static void conclude(struct bandwidth *b) {
    b->known = b->error.text[0] == '\0' && b->prediction.us > 0;
    if (b->known)
        b->gbps = b->bytes / b->prediction.us / 1e3;
    else if (b->error.text[0] == '\0')
        error_set(&b->error, "no kernel did any work");
    utf8_escape(b->error.text, sizeof b->error.text);
}

// @return the size to try instead, 0 for none
static int32_t predict_at(struct predicting *p, int32_t n, int32_t part) {
    const struct spec_task *task = task_of(p);
    struct job job = job_at(task, n, part);
    *p->bandwidth = (struct bandwidth){
        .task = task, .n = task->bandwidth.n, .bytes = task->bandwidth.bytes_per_element * task->bandwidth.n};
    cJSON *reply = ask(p, &job);
    if (reply)
        take_reply(p, &job, reply);
    conclude(p->bandwidth);
    const int32_t wish = wish_of(reports_driver(reply), n);
    cJSON_Delete(reply);
    return wish;
}

// Tries a larger size, in memory of its own. What was predicted before stays if that gives nothing better.
// @return the size to try instead, 0 for none
static int32_t predict_larger(struct predicting *p, int32_t n) {
    struct session session;
    struct bandwidth larger = {.task = NULL};
    struct predicting again = {p->grading, p->run, &session, p->task, &larger};
    size_t input = 0, output = 0;
    int32_t wish = 0;
    room_for(task_of(p), n, &input, &output);
    if (session_open(&session, input, output, &p->run->error)) {
        wish = predict_at(&again, n, PART);
        session_end(&session, &p->run->cost);
        if (larger.known || larger.wrong || !p->bandwidth->known)
            *p->bandwidth = larger;
    }
    session_close(&session);
    return wish;
}

static void predict_task(struct predicting *p) {
    const struct spec_task *task = task_of(p);
    *p->bandwidth = (struct bandwidth){.task = task, .n = task->bandwidth.n};
    if (task->points[CHECK_BANDWIDTH] == 0)
        return;
    if (grading_has_fault(p->grading, p->run, task)) {
        error_set(&p->bandwidth->error, "it is not right, or not safe");
        return;
    }
    int32_t wish = predict_at(p, first_size(p->grading, task), PART);
    while (wish > 0 && !p->bandwidth->wrong && p->run->error.text[0] == '\0')
        wish = predict_larger(p, wish);
}

void predict_tasks(const struct grading *grading, struct backend_run *run, struct session *session) {
    for (size_t t = 0; t < grading->lab->task_count && run->error.text[0] == '\0'; t++) {
        struct predicting p = {grading, run, session, t, &run->bandwidths[t]};
        predict_task(&p);
    }
}
