// The plan's cases run on one backend.
//
// Theory of operation. There are one or two lanes, each a runner with memory of its own; the cases are dealt
// out to them beforehand, small ones first, so that who runs what never depends on timing. This process
// makes a lane's next case, and judges its last one, while the lane works, and waits for replies in poll(). A
// runner that dies is started anew for the rest; after a limit was passed, the task's other cases are not
// run.
#include "run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare.h"
#include "reports.h"
#include "run_end.h"
#include "base/interrupt.h"
#include "base/language.h"
#include "base/utf8.h"

enum { MAX_LANES = 2, PLACES = 2, MAX_DEATHS = 6 };

struct lane {
    struct session session;
    const struct plan_case **queue;
    size_t queued, next;
    struct work now, then; // under way if `busy`; made, and next
    unsigned made;         // so far, in the two places: each takes the one that the one before has not
    bool busy;
    double deadline; // on a clock that stands still while the runner waits for a processor
};

struct crew {
    const struct grading *grading;
    struct backend_run *run;
    struct session_setting setting;
    struct lane lanes[MAX_LANES];
    size_t lane_count;
    struct ahead *ahead;                        // cases that are made already, if any
    size_t input_room, output_room;             // of one case, in a session's memory
    const char *stopped[SYMBOLS_MAX_LAUNCHERS]; // by task: why its other cases are not run, NULL if they are
    int deaths;
};

double run_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double run_case_seconds(const struct spec *lab, int32_t n) {
    return lab->limits.case_s + lab->limits.case_s_per_element * n;
}

struct session_setting run_setting(const struct grading *grading, const struct backend_run *run,
                                   double seconds) {
    const struct spec_limits *limits = &grading->lab->limits;
    const bool gpu = run->backend == BACKEND_GPU;
    // A CUDA context takes a few hundred MiB of its own, and host copies of the larger inputs.
    const size_t memory = gpu ? (size_t)8 << 30 : limits->memory_bytes;
    struct session_setting setting = {.program = run->build.runner,
                                      .gpu = gpu ? run->turn.gpu : NULL,
                                      .limits = {.wall_s = seconds,
                                                 .cpu_s = seconds,
                                                 .memory_bytes = memory,
                                                 .processes = 64,
                                                 .output_bytes = limits->output_bytes,
                                                 .file_bytes = (size_t)1 << 20}};
    // A challenge may let blocks wait for each other: in the engine's own order they would never have to.
    if (grading->lab->challenge)
        snprintf(setting.schedule, sizeof setting.schedule, "random:%llu",
                 (unsigned long long)grading->plan.seed);
    return setting;
}

static struct outcome *outcome_of(struct crew *crew, const struct plan_case *c) {
    return &crew->run->outcomes[c - crew->grading->plan.cases];
}

static const char **stopped(struct crew *crew, const struct plan_case *c) {
    return &crew->stopped[c->task - crew->grading->lab->tasks];
}

// What the last event adds to the sandbox's verdict.
static void blame_event(const struct crew *crew, const struct plan_case *c, struct outcome *outcome,
                        enum session_event event) {
    if (event == SESSION_WAITING) {
        outcome->kind = OUTCOME_LIMIT;
        snprintf(outcome->message, sizeof outcome->message,
                 language_of("not finished after %.1f s: does a loop ever end?"),
                 run_case_seconds(crew->grading->lab, c->n));
    } else if (event == SESSION_NONSENSE) {
        outcome->kind = OUTCOME_DIED;
        snprintf(outcome->message, sizeof outcome->message, "the program wrote to the grader's own pipe");
    }
}

// Stops a lane's runner; the case it was busy with, if any, gets the blame. `event` is the last one seen:
// SESSION_WAITING if it is ended because it took too long.
static void end_runner(struct crew *crew, struct lane *lane, enum session_event event) {
    struct sandbox_result result;
    session_stop(&lane->session, event == SESSION_WAITING || event == SESSION_NONSENSE, &result);
    run_keep_printed(crew->run, &result);
    if (result.verdict == SANDBOX_FAILED)
        snprintf(crew->run->trouble, sizeof crew->run->trouble, "%s", result.message);
    if (lane->busy) {
        const struct plan_case *c = lane->now.c;
        struct outcome *outcome = outcome_of(crew, c);
        run_blame_end(outcome, &result);
        blame_event(crew, c, outcome, event);
        run_take_messages(outcome, &result);
        run_name_case(outcome, c);
        crew->deaths++;
        if (outcome->kind == OUTCOME_LIMIT)
            *stopped(crew, c) = "not run, after an earlier case went past a limit";
        else if (crew->deaths >= MAX_DEATHS)
            *stopped(crew, c) = "not run, after so many crashes";
        plan_data_free(&lane->now.data);
    }
    lane->busy = false;
    session_forget(&lane->session);
}

static void judge_answer(struct crew *crew, const struct session *session, struct work *work,
                         enum job_status status) {
    struct outcome *outcome = outcome_of(crew, work->c);
    struct comparison comparison;
    const unsigned char *answer = session->output + work->output;
    switch (status) {
    case JOB_DONE:
        compare(&comparison, work->c, &work->data, session->input + work->input, answer,
                answer + job_align(work->data.output_bytes));
        outcome->kind = comparison.right ? OUTCOME_RIGHT : OUTCOME_WRONG;
        outcome->input_modified = comparison.input_modified;
        outcome->untouched = comparison.untouched;
        snprintf(outcome->message, sizeof outcome->message, "%s", comparison.message);
        break;
    case JOB_NOT_DEFINED:
        outcome->kind = OUTCOME_NOT_DEFINED;
        break;
    default:
        outcome->kind = OUTCOME_DEVICE;
        snprintf(outcome->message, sizeof outcome->message, "the device could not go on: %.300s",
                 reports_gpu_error(reports_driver(outcome->report)));
        utf8_clean(outcome->message);
        run_name_case(outcome, work->c);
        break;
    }
    plan_data_free(&work->data);
}

static void trouble(struct crew *crew, const char *why) {
    snprintf(crew->run->trouble, sizeof crew->run->trouble, "%s", why);
}

static bool prepare_runner(struct crew *crew, struct lane *lane) {
    char why[256];
    if (lane->session.process || session_start(&lane->session, &crew->setting, why, sizeof why))
        return true;
    trouble(crew, why);
    return false;
}

static double lane_clock(const struct lane *lane) {
    return run_clock() - sandbox_waited(lane->session.process);
}

struct job run_job(const struct plan_case *c, enum job_kind kind) {
    struct job job = {.kind = kind,
                      .signature = c->task->signature,
                      .n = c->n,
                      .option = c->spec->option,
                      .input_bytes = spec_input_bytes(c->task, c->n),
                      .output_bytes = spec_output_bytes(c->task, c->n),
                      .scratch_bytes = spec_scratch_bytes(c->task, c->n)};
    snprintf(job.task, sizeof job.task, "%s", c->task->name);
    return job;
}

static void send_case(struct crew *crew, struct lane *lane) {
    lane->now = lane->then;
    lane->then = (struct work){.c = NULL};
    if (!lane->now.poisoned)
        plan_poison(&lane->now.data, lane->session.output + lane->now.output);
    struct job job = run_job(lane->now.c, JOB_RUN);
    job.input_offset = lane->now.input;
    job.output_offset = lane->now.output;
    lane->busy = true;
    lane->deadline = lane_clock(lane) + run_case_seconds(crew->grading->lab, lane->now.c->n);
    if (!session_send(&lane->session, &job))
        end_runner(crew, lane, SESSION_ENDED);
}

static bool goes_on(const struct crew *crew) { return crew->run->trouble[0] == '\0' && !stop_requested(); }

static void tell_stopped(struct crew *crew, const struct plan_case *c) {
    struct outcome *outcome = outcome_of(crew, c);
    snprintf(outcome->message, sizeof outcome->message, "%s", *stopped(crew, c));
    run_name_case(outcome, c);
}

// Makes a lane's next case, unless there is one.
static void make_next(struct crew *crew, struct lane *lane) {
    while (!lane->then.c && lane->next < lane->queued && goes_on(crew)) {
        const struct plan_case *c = lane->queue[lane->next++];
        const unsigned place = lane->made % PLACES;
        lane->then =
            (struct work){.c = c, .input = place * crew->input_room, .output = place * crew->output_room};
        if (*stopped(crew, c)) {
            tell_stopped(crew, c);
            lane->then.c = NULL;
        } else if (crew->ahead && ahead_give(crew->ahead, c, &lane->then)) {
            break;
        } else if (!plan_data_make(&lane->then.data, c, lane->session.input + lane->then.input)) {
            trouble(crew, "memory is used up");
            lane->then.c = NULL;
        } else {
            lane->made++;
        }
    }
}

// Gives an idle lane the case that was made for it.
static void start_next(struct crew *crew, struct lane *lane) {
    if (*stopped(crew, lane->then.c)) { // since it was made
        tell_stopped(crew, lane->then.c);
        plan_data_free(&lane->then.data);
        lane->then.c = NULL;
    } else if (prepare_runner(crew, lane)) {
        send_case(crew, lane);
    }
}

// Keeps a lane busy, and a case made for it.
static void feed(struct crew *crew, struct lane *lane) {
    while (make_next(crew, lane), !lane->busy && lane->then.c && goes_on(crew))
        start_next(crew, lane);
}

// Judges while the runner has its next case; after a device error the runner ends by itself, and the next
// case gets a new one.
static void take_reply(struct crew *crew, struct lane *lane) {
    struct work done = lane->now;
    const enum job_status status = lane->session.reply.status;
    outcome_of(crew, done.c)->report = cJSON_ParseWithLength(lane->session.json, lane->session.json_got);
    lane->busy = false;
    if (status == JOB_DEVICE_ERROR)
        end_runner(crew, lane, SESSION_ENDED);
    else if (lane->then.c && goes_on(crew))
        start_next(crew, lane);
    judge_answer(crew, &lane->session, &done, status);
}

static bool any_busy(const struct crew *crew) {
    for (size_t i = 0; i < crew->lane_count; i++)
        if (crew->lanes[i].busy)
            return true;
    return false;
}

static int wait_for_replies(const struct crew *crew, struct pollfd *fds) {
    double left = 1;
    for (size_t i = 0; i < crew->lane_count; i++) {
        const struct lane *lane = &crew->lanes[i];
        fds[i] = (struct pollfd){.fd = lane->busy ? lane->session.reply_fd : -1, .events = POLLIN};
        if (lane->busy && lane->deadline - lane_clock(lane) < left)
            left = lane->deadline - lane_clock(lane);
    }
    return poll(fds, crew->lane_count, left > 0 ? (int)(left * 1000) + 1 : 0);
}

static void step(struct crew *crew) {
    struct pollfd fds[MAX_LANES];
    const int ready = wait_for_replies(crew, fds);
    for (size_t i = 0; i < crew->lane_count; i++) {
        struct lane *lane = &crew->lanes[i];
        enum session_event event = SESSION_WAITING;
        if (lane->busy && ready > 0 && fds[i].revents != 0)
            event = session_read(&lane->session);
        if (event == SESSION_REPLIED)
            take_reply(crew, lane);
        else if (event != SESSION_WAITING)
            end_runner(crew, lane, event);
        else if (lane->busy && (lane_clock(lane) > lane->deadline || stop_requested()))
            end_runner(crew, lane, SESSION_WAITING);
    }
}

static int by_size(const void *a, const void *b) {
    const struct plan_case *const *first = a, *const *second = b;
    return ((*first)->n > (*second)->n) - ((*first)->n < (*second)->n);
}

double run_seconds(const struct grading *grading, unsigned backend) {
    double seconds = 10;
    for (size_t i = 0; i < grading->plan.count; i++)
        if (grading->plan.cases[i].backends & backend)
            seconds += run_case_seconds(grading->lab, grading->plan.cases[i].n);
    return seconds;
}

// Of one case, those that are made ahead left out.
static void room_of_one(const struct grading *grading, unsigned backend, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const size_t in = work_input_room(c), out = work_output_room(c);
        if (!(c->backends & backend) || ahead_takes(c, backend))
            continue;
        *input = in > *input ? in : *input;
        *output = out > *output ? out : *output;
    }
}

void run_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output) {
    room_of_one(grading, backend, input, output);
    *input *= PLACES;
    *output *= PLACES;
}

// Deals the backend's cases out, small ones first.
static void deal(struct crew *crew, const struct plan_case **cases) {
    const struct plan *plan = &crew->grading->plan;
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cases[i].backends & crew->run->backend)
            cases[count++] = &plan->cases[i];
    qsort(cases, count, sizeof *cases, by_size);
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = &crew->lanes[i % crew->lane_count];
        lane->queue[lane->queued++] = cases[i];
    }
}

static bool open_sessions(struct crew *crew) {
    size_t input, output;
    char why[256];
    run_room(crew->grading, crew->run->backend, &input, &output);
    for (size_t i = 0; i < crew->lane_count; i++) {
        if (!session_open(&crew->lanes[i].session, input, output, why, sizeof why)) {
            trouble(crew, why);
            return false;
        }
    }
    return true;
}

static void close_sessions(struct crew *crew) {
    for (size_t i = 0; i < crew->lane_count; i++) {
        if (crew->lanes[i].session.process)
            end_runner(crew, &crew->lanes[i], SESSION_ENDED);
        session_close(&crew->lanes[i].session);
    }
}

static bool has_work(const struct crew *crew) {
    for (size_t i = 0; i < crew->lane_count; i++)
        if (crew->lanes[i].then.c || crew->lanes[i].next < crew->lanes[i].queued)
            return true;
    return false;
}

static void run_all(struct crew *crew) {
    do {
        for (size_t i = 0; i < crew->lane_count; i++)
            feed(crew, &crew->lanes[i]);
        if (any_busy(crew))
            step(crew);
    } while (any_busy(crew) || (goes_on(crew) && has_work(crew)));
    for (size_t i = 0; i < crew->lane_count; i++)
        plan_data_free(&crew->lanes[i].then.data);
}

// Room for the outcomes, and for the lanes' queues.
static bool make_crew(struct crew *crew, const struct plan_case ***cases) {
    const size_t count = crew->grading->plan.count;
    crew->run->outcomes = calloc(count + 1, sizeof *crew->run->outcomes);
    *cases = calloc(count * (1 + crew->lane_count) + 1, sizeof **cases);
    if (!crew->run->outcomes || !*cases) {
        trouble(crew, "memory is used up");
        return false;
    }
    for (size_t i = 0; i < crew->lane_count; i++)
        crew->lanes[i].queue = *cases + count * (i + 1);
    deal(crew, *cases);
    room_of_one(crew->grading, crew->run->backend, &crew->input_room, &crew->output_room);
    return true;
}

void run_cases(const struct grading *grading, struct backend_run *run) {
    struct crew crew = {.grading = grading,
                        .run = run,
                        .setting = run_setting(grading, run, run_seconds(grading, run->backend)),
                        .lane_count = MAX_LANES};
    const struct plan_case **cases = NULL;
    for (size_t i = 0; i < MAX_LANES; i++)
        crew.lanes[i].session =
            (struct session){.input_fd = -1, .output_fd = -1, .job_fd = -1, .reply_fd = -1};
    if (make_crew(&crew, &cases) && open_sessions(&crew))
        run_all(&crew);
    close_sessions(&crew);
    free(cases);
    run->ran = run->trouble[0] == '\0';
}

// A GPU is shared by all who use it, so one runner keeps it busy; the engine takes a core a runner.
void run_cases_in(struct session *session, const struct session_setting *setting,
                  const struct grading *grading, struct backend_run *run, struct ahead *ahead) {
    struct crew crew = {.grading = grading, .run = run, .setting = *setting, .lane_count = 1, .ahead = ahead};
    const struct plan_case **cases = NULL;
    crew.lanes[0].session = *session;
    if (make_crew(&crew, &cases))
        run_all(&crew);
    *session = crew.lanes[0].session;
    free(cases);
    run->ran = run->trouble[0] == '\0';
}
