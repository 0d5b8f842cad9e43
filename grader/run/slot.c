// A runner slot.
//
// Theory of operation. While the runner works on one case, this process makes the next one in the other part
// of the session's memory, and judges the last one. A runner that dies is restarted for the rest of the
// shard. A slot never blocks on a runner: its owner waits for all slots in poll().
#include "slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "compare.h"
#include "reports.h"
#include "run.h"

enum { PRINTED_BYTES = 4096 };

// Seconds in which an engine whose time is up reports its position, before its runner is killed. It puts that
// off 300 times, for up to two ticks of 4 ms each (simt_limit_time()), and then looks up lines.
enum { TELLING_S = 6 };

static struct outcome *outcome_of(const struct slot *slot, const struct plan_case *c) {
    return &slot->setting->run->outcomes[c - slot->setting->grading->plan.cases];
}

static bool is_stopped(const struct slot *slot, const struct plan_case *c) {
    return outcomes_stopped(slot->setting->grading, slot->setting->run, c) != NULL;
}

static bool goes_on(const struct slot *slot) {
    return slot->setting->run->error.text[0] == '\0' && !stop_requested();
}

void slot_enlarge(const struct plan_case *c, unsigned backend, size_t *input, size_t *output) {
    if (prefetch_wants(c, backend))
        return;
    *input = case_input_room(c) > *input ? case_input_room(c) : *input;
    *output = case_output_room(c) > *output ? case_output_room(c) : *output;
}

static void part_of(const struct shard *shard, unsigned backend, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t i = 0; i < shard->count; i++)
        slot_enlarge(shard->cases[i], backend, input, output);
}

void slot_room(const struct shard *shard, unsigned backend, size_t *input, size_t *output) {
    const size_t parts = shard->count < SLOT_PARTS ? shard->count : SLOT_PARTS;
    part_of(shard, backend, input, output);
    *input *= parts;
    *output *= parts;
}

void slot_assign(struct slot *slot, const struct shard *shard, struct session *session) {
    *slot = (struct slot){.setting = slot->setting, .shard = shard, .session = session};
}

static void keep_printed(struct slot_setting *setting, const struct plan_case *first,
                         const struct sandbox_result *result) {
    char **printed = &setting->printed[first - setting->grading->plan.cases];
    if (*printed || !result->output || result->output_length == 0)
        return;
    char *first_bytes = strndup(result->output, PRINTED_BYTES);
    *printed = first_bytes ? utf8_escaped(first_bytes) : NULL;
    free(first_bytes);
}

// @param result its strings live until session_forget()
static void stop_runner(struct slot_setting *setting, struct session *session, const struct plan_case *first,
                        double patience_s, struct sandbox_result *result) {
    session_stop(session, patience_s, result);
    cost_add(&setting->run->cost, result);
    if (first)
        keep_printed(setting, first, result);
    if (result->verdict == SANDBOX_FAILED)
        error_set(&setting->run->error, "%s", result->message);
}

void slot_end_runner(struct slot_setting *setting, struct session *session, const struct plan_case *first,
                     double patience_s) {
    struct sandbox_result result;
    stop_runner(setting, session, first, patience_s, &result);
    session_forget(session);
}

// The contribution of the last event to the sandbox's verdict.
static void blame_event(const struct slot *slot, const struct plan_case *c, struct outcome *outcome,
                        enum session_event event) {
    if (event == SESSION_WAITING) {
        outcome->kind = OUTCOME_LIMIT;
        outcome->endless = true;
        snprintf(outcome->message, sizeof outcome->message,
                 language_of("not finished after %.1f s: does a loop never end, or go round far too often?"),
                 run_case_seconds(slot->setting->grading->lab, c->n));
    } else if (event == SESSION_NONSENSE) {
        outcome->kind = OUTCOME_DIED;
        snprintf(outcome->message, sizeof outcome->message, "%s",
                 language_of("the program wrote to the grader's own pipe"));
    }
}

// Ends the runner, and blames the current case. `event` is the last one seen: SESSION_WAITING if the case
// took too long.
static void end_case(struct slot *slot, enum session_event event) {
    const struct plan_case *c = slot->now.c;
    struct outcome *outcome = outcome_of(slot, c);
    struct sandbox_result result;
    const bool by_force = event == SESSION_WAITING || event == SESSION_NONSENSE;
    stop_runner(slot->setting, slot->session, slot->first, by_force ? 0 : SESSION_PATIENCE_S, &result);
    outcome_blame_end(outcome, &result);
    blame_event(slot, c, outcome, event);
    outcome_take_messages(outcome, &result, slot->setting->grading->submission.name,
                          run_case_seconds(slot->setting->grading->lab, c->n));
    outcome_name_case(outcome, c);
    plan_data_free(&slot->now.data);
    session_forget(slot->session);
    slot->busy = false;
}

static void judge(const struct slot *slot, struct prepared_case *done, enum job_status status) {
    struct outcome *outcome = outcome_of(slot, done->c);
    struct comparison comparison;
    const unsigned char *answer = slot->session->output + done->output;
    switch (status) {
    case JOB_DONE:
        compare(&comparison, done->c, &done->data, slot->session->input + done->input, answer,
                answer + job_align(done->data.output_bytes));
        outcome->kind = comparison.right ? OUTCOME_RIGHT : OUTCOME_WRONG;
        outcome->input_modified = comparison.input_modified;
        outcome->untouched = comparison.untouched;
        outcome->partly_written = comparison.partly_written;
        outcome->diagnosed = comparison.diagnosed;
        snprintf(outcome->message, sizeof outcome->message, "%s", comparison.message);
        break;
    case JOB_NOT_DEFINED:
        outcome->kind = OUTCOME_NOT_DEFINED;
        break;
    default:
        outcome->kind = OUTCOME_DEVICE;
        snprintf(outcome->message, sizeof outcome->message, language_of("the device could not go on: %.300s"),
                 reports_gpu_error(reports_driver(outcome->report)));
        utf8_escape(outcome->message, sizeof outcome->message);
        outcome_name_case(outcome, done->c);
        break;
    }
    plan_data_free(&done->data);
}

static double slot_clock(const struct slot *slot) {
    return clock_now() - sandbox_waited(slot->session->process);
}

static void send_case(struct slot *slot) {
    slot->now = slot->then;
    slot->then = (struct prepared_case){.c = NULL};
    if (!slot->now.poisoned)
        plan_poison(&slot->now.data, slot->session->output + slot->now.output);
    struct job job = run_job(slot->now.c, JOB_RUN);
    job.input_offset = slot->now.input;
    job.output_offset = slot->now.output;
    const double seconds = run_case_seconds(slot->setting->grading->lab, slot->now.c->n);
    job.milliseconds = (uint32_t)(1e3 * seconds);
    slot->busy = true;
    slot->deadline = slot_clock(slot) + seconds + TELLING_S;
    if (!session_send(slot->session, &job))
        end_case(slot, SESSION_ENDED);
}

static void make_case(struct slot *slot, const struct plan_case *c) {
    size_t input, output;
    part_of(slot->shard, slot->setting->run->backend, &input, &output);
    const unsigned part = slot->made % SLOT_PARTS;
    slot->then = (struct prepared_case){.c = c, .input = part * input, .output = part * output};
    if (slot->setting->prefetch && prefetch_take(slot->setting->prefetch, c, &slot->then))
        return;
    if (plan_data_make(&slot->then.data, c, slot->session->input + slot->then.input)) {
        slot->made++; // the other part is that of the current case
        return;
    }
    error_set(&slot->setting->run->error, "memory is used up");
    slot->then.c = NULL;
}

static void make_next(struct slot *slot) {
    while (!slot->then.c && slot->next < slot->shard->count && goes_on(slot)) {
        const struct plan_case *c = slot->shard->cases[slot->next++];
        if (!is_stopped(slot, c))
            make_case(slot, c);
    }
}

static void drop_next(struct slot *slot) {
    plan_data_free(&slot->then.data);
    slot->then.c = NULL;
}

static bool start_runner(struct slot *slot) {
    if (slot->session->process && slot->first)
        return true;
    slot->first = slot->then.c;
    return slot->session->process ||
           session_start(slot->session, &slot->setting->session, &slot->setting->run->error);
}

// Gives the idle runner the case that was made for it.
static void start_next(struct slot *slot) {
    if (is_stopped(slot, slot->then.c)) // since it was made
        drop_next(slot);
    else if (start_runner(slot))
        send_case(slot);
}

void slot_feed(struct slot *slot) {
    while (make_next(slot), !slot->busy && slot->then.c && goes_on(slot))
        start_next(slot);
    if (slot->busy)
        return;
    drop_next(slot);
    slot->shard = NULL;
}

// Judges while the runner works on its next case; after a device error the runner ends by itself, and the
// next case gets a new one.
static void take_reply(struct slot *slot) {
    struct prepared_case done = slot->now;
    const enum job_status status = slot->session->reply.status;
    outcome_of(slot, done.c)->report = cJSON_ParseWithLength(slot->session->json, slot->session->json_got);
    slot->busy = false;
    if (status == JOB_DEVICE_ERROR)
        slot_end_runner(slot->setting, slot->session, slot->first, SESSION_PATIENCE_S);
    else if (slot->then.c && goes_on(slot))
        start_next(slot);
    judge(slot, &done, status);
}

double slot_left(const struct slot *slot) { return slot->deadline - slot_clock(slot); }

void slot_step(struct slot *slot, bool readable) {
    const enum session_event event = readable ? session_read(slot->session) : SESSION_WAITING;
    if (event == SESSION_REPLIED)
        take_reply(slot);
    else if (event != SESSION_WAITING)
        end_case(slot, event);
    else if (slot_left(slot) < 0 || !goes_on(slot) || is_stopped(slot, slot->now.c))
        end_case(slot, SESSION_WAITING);
}
