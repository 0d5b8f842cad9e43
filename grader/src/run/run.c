// The plan's cases run on one backend.
//
// Theory of operation. There are one or two lanes, each a runner with memory of its own; the cases are dealt
// out to them beforehand, small ones first, so that who runs what never depends on timing. This process
// prepares a lane's next case while the other lane works, and waits for replies in poll(). A runner that dies
// is started anew for the rest; after a limit was passed, the task's other cases are not run.
#include "run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare.h"
#include "reports.h"
#include "src/host/stop.h"
#include "src/text/language.h"
#include "src/text/utf8.h"

enum { MAX_LANES = 2, MAX_DEATHS = 6, PRINTED_BYTES = 4096 };

struct lane {
    struct session session;
    const struct plan_case **queue;
    size_t queued, next;
    struct plan_data data; // of the case under way
    bool busy;
    double deadline; // on a clock that stands still while the runner waits for a processor
};

struct crew {
    const struct grading *grading;
    struct backend_run *run;
    struct session_setting setting;
    struct lane lanes[MAX_LANES];
    size_t lane_count;
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

void run_blame_end(struct outcome *outcome, const struct sandbox_result *result) {
    switch (result->verdict) {
    case SANDBOX_EXITED:
        outcome->kind = OUTCOME_DIED;
        snprintf(
            outcome->message, sizeof outcome->message,
            language_of("the program ended itself (exit code %d) before the launcher's result was there"),
            result->exit_code);
        break;
    case SANDBOX_TIME:
    case SANDBOX_MEMORY:
    case SANDBOX_PROCESSES:
    case SANDBOX_OUTPUT:
    case SANDBOX_FILES:
        outcome->kind = OUTCOME_LIMIT;
        snprintf(outcome->message, sizeof outcome->message, "%s", result->message);
        break;
    default:
        outcome->kind = OUTCOME_DIED;
        outcome->crashed = result->signal == SIGSEGV || result->signal == SIGBUS;
        snprintf(outcome->message, sizeof outcome->message, language_of("the program crashed: %s"),
                 result->message);
        break;
    }
}

// Puts "n = 33 (random): " before the message.
static void name_case(struct outcome *outcome, const struct plan_case *c) {
    char words[sizeof outcome->message];
    strcpy(words, outcome->message);
    snprintf(outcome->message, sizeof outcome->message, "n = %d (%s): %.330s", c->n,
             language_of(c->spec->data), words);
}

static void keep_printed(struct backend_run *run, const struct sandbox_result *result) {
    cost_add(&run->cost, result);
    if (run->printed || !result->output || result->output_length == 0)
        return;
    run->printed = strndup(result->output, PRINTED_BYTES);
    if (run->printed)
        utf8_clean(run->printed);
}

// The engine ends the program where it cannot go on, and says why on standard error.
static void take_messages(struct outcome *outcome, const struct sandbox_result *result) {
    outcome->report = result->output ? reports_from_messages(result->output) : NULL;
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report), "errors");
    const cJSON *last = cJSON_GetArrayItem(errors, cJSON_GetArraySize(errors) - 1);
    if (!last || outcome->kind == OUTCOME_LIMIT)
        return;
    const bool tampered = reports_check_of(reports_string(last, "kind")) == CHECK_LIMITS;
    if (tampered)
        outcome->kind = OUTCOME_LIMIT;
    outcome->line = (int)reports_number(last, "line");
    snprintf(outcome->message, sizeof outcome->message, "%s%s", tampered ? "tampered: " : "",
             reports_string(last, "message"));
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
    keep_printed(crew->run, &result);
    if (result.verdict == SANDBOX_FAILED)
        snprintf(crew->run->trouble, sizeof crew->run->trouble, "%s", result.message);
    if (lane->busy) {
        const struct plan_case *c = lane->queue[lane->next - 1];
        struct outcome *outcome = outcome_of(crew, c);
        run_blame_end(outcome, &result);
        blame_event(crew, c, outcome, event);
        take_messages(outcome, &result);
        name_case(outcome, c);
        crew->deaths++;
        if (outcome->kind == OUTCOME_LIMIT)
            *stopped(crew, c) = "not run, after an earlier case went past a limit";
        else if (crew->deaths >= MAX_DEATHS)
            *stopped(crew, c) = "not run, after so many crashes";
        plan_data_free(&lane->data);
    }
    lane->busy = false;
    session_forget(&lane->session);
}

static void judge_reply(struct crew *crew, struct lane *lane) {
    const struct plan_case *c = lane->queue[lane->next - 1];
    struct outcome *outcome = outcome_of(crew, c);
    struct session *session = &lane->session;
    outcome->report = cJSON_ParseWithLength(session->json, session->json_got);
    struct comparison comparison;
    const unsigned char *after = session->output + job_align(lane->data.output_bytes);
    switch (session->reply.status) {
    case JOB_DONE:
        compare(&comparison, c, &lane->data, session->input, session->output, after);
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
        name_case(outcome, c);
        break;
    }
    plan_data_free(&lane->data);
    lane->busy = false;
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

static void send_case(struct crew *crew, struct lane *lane, const struct plan_case *c) {
    if (!plan_data_make(&lane->data, c, lane->session.input)) {
        trouble(crew, "memory is used up");
        return;
    }
    plan_poison(&lane->data, lane->session.output);
    struct job job = run_job(c, JOB_RUN);
    lane->busy = true;
    lane->deadline = lane_clock(lane) + run_case_seconds(crew->grading->lab, c->n);
    if (!session_send(&lane->session, &job))
        end_runner(crew, lane, SESSION_ENDED);
}

// Gives an idle lane its next case.
static void feed(struct crew *crew, struct lane *lane) {
    while (!lane->busy && lane->next < lane->queued && crew->run->trouble[0] == '\0' && !stop_requested()) {
        const struct plan_case *c = lane->queue[lane->next++];
        if (*stopped(crew, c)) {
            struct outcome *outcome = outcome_of(crew, c);
            snprintf(outcome->message, sizeof outcome->message, "%s", *stopped(crew, c));
            name_case(outcome, c);
        } else if (prepare_runner(crew, lane)) {
            send_case(crew, lane, c);
        }
    }
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
            judge_reply(crew, lane);
        else if (event != SESSION_WAITING)
            end_runner(crew, lane, event);
        else if (lane->busy && (lane_clock(lane) > lane->deadline || stop_requested()))
            end_runner(crew, lane, SESSION_WAITING);
        // After a device error the runner ends by itself: the next case gets a new one.
        if (event == SESSION_REPLIED && lane->session.reply.status == JOB_DEVICE_ERROR)
            end_runner(crew, lane, SESSION_ENDED);
    }
}

static int by_size(const void *a, const void *b) {
    const struct plan_case *const *first = a, *const *second = b;
    return ((*first)->n > (*second)->n) - ((*first)->n < (*second)->n);
}

// Deals the backend's cases out, small ones first.
static bool deal(struct crew *crew, const struct plan_case **cases) {
    const struct plan *plan = &crew->grading->plan;
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cases[i].backends & crew->run->backend)
            cases[count++] = &plan->cases[i];
    qsort(cases, count, sizeof *cases, by_size);
    size_t input = 0, output = 0;
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = &crew->lanes[i % crew->lane_count];
        lane->queue[lane->queued++] = cases[i];
        const size_t in = spec_input_bytes(cases[i]->task, cases[i]->n);
        const size_t out = job_align(spec_output_bytes(cases[i]->task, cases[i]->n)) + job_align(in);
        input = in > input ? in : input;
        output = out > output ? out : output;
    }
    char why[256];
    for (size_t i = 0; i < crew->lane_count; i++) {
        if (!session_open(&crew->lanes[i].session, input, output, why, sizeof why)) {
            trouble(crew, why);
            return false;
        }
    }
    return true;
}

static void run_all(struct crew *crew) {
    do {
        for (size_t i = 0; i < crew->lane_count; i++)
            feed(crew, &crew->lanes[i]);
        if (any_busy(crew))
            step(crew);
    } while (any_busy(crew) ||
             (crew->run->trouble[0] == '\0' && !stop_requested() &&
              (crew->lanes[0].next < crew->lanes[0].queued ||
               crew->lanes[crew->lane_count - 1].next < crew->lanes[crew->lane_count - 1].queued)));
}

static double total_seconds(const struct grading *grading, unsigned backend) {
    double seconds = 10;
    for (size_t i = 0; i < grading->plan.count; i++)
        if (grading->plan.cases[i].backends & backend)
            seconds += run_case_seconds(grading->lab, grading->plan.cases[i].n);
    return seconds;
}

static bool make_crew(struct crew *crew, const struct plan_case ***cases) {
    const size_t count = crew->grading->plan.count;
    crew->run->outcomes = calloc(count + 1, sizeof *crew->run->outcomes);
    *cases = calloc(count * (1 + crew->lane_count) + 1, sizeof **cases);
    if (!crew->run->outcomes || !*cases)
        return false;
    for (size_t i = 0; i < crew->lane_count; i++)
        crew->lanes[i].queue = *cases + count * (i + 1);
    return true;
}

void run_cases(const struct grading *grading, struct backend_run *run) {
    // A GPU is shared by all who use it, so one runner keeps it busy; the engine takes a core a runner.
    struct crew crew = {
        .grading = grading, .run = run, .lane_count = run->backend == BACKEND_CPU ? MAX_LANES : 1};
    crew.setting = run_setting(grading, run, total_seconds(grading, run->backend));
    const struct plan_case **cases = NULL;
    for (size_t i = 0; i < MAX_LANES; i++)
        crew.lanes[i].session =
            (struct session){.input_fd = -1, .output_fd = -1, .job_fd = -1, .reply_fd = -1};
    if (!make_crew(&crew, &cases))
        trouble(&crew, "memory is used up");
    else if (deal(&crew, cases))
        run_all(&crew);
    for (size_t i = 0; i < crew.lane_count; i++) {
        if (crew.lanes[i].session.process)
            end_runner(&crew, &crew.lanes[i], SESSION_ENDED);
        session_close(&crew.lanes[i].session);
    }
    free(cases);
    run->ran = run->trouble[0] == '\0';
}
