// Runs the plan's cases on one backend.
//
// Theory of operation. The cases are divided into shards, each with a session of its own. On the CPU engine
// as many slots as there are idle cores take the shards, one after another from the list; a GPU has one slot.
// Cases in further orders of execution, for tasks in which a race was found, are a second round.
// This process makes and judges cases while the runners work, and waits for all of them in poll(). A
// runner only sees its shard, and the order of the plan decides which cases are stopped: so the outcomes
// do not depend on the number of slots, nor on time.
#include "run.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "base/machine_load.h"
#include "base/timestamp.h"
#include "modelled.h"
#include "slot.h"

enum { MAX_SLOTS = 32 };

// The session of one shard.
struct shard_run {
    struct session session;
    const struct plan_case *first; // the first that its runner was given, NULL if there is none
};

struct running {
    struct slot_setting setting;
    bool *wanted; // by index in the plan: cases of this round
    struct shards shards;
    struct shard_run *runs; // one for each shard
    size_t started;         // shards so far
    struct slot slots[MAX_SLOTS];
    size_t slot_count;
    struct session *borrowed; // a GPU's, which its owner ends; NULL for the engine
    struct calibrating calibrating;
};

double run_case_seconds(const struct spec *lab, int32_t n) {
    return WARPLAB_SLOWER * (lab->limits.case_s + lab->limits.case_s_per_element * n);
}

void run_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output) {
    *input = *output = 0;
    for (size_t i = 0; i < grading->plan.count; i++)
        if (grading->plan.cases[i].backends & backend)
            slot_enlarge(&grading->plan.cases[i], backend, input, output);
    *input *= SLOT_PARTS;
    *output *= SLOT_PARTS;
}

double run_seconds(const struct grading *grading, unsigned backend) {
    double seconds = 10;
    for (size_t i = 0; i < grading->plan.count; i++)
        if (grading->plan.cases[i].backends & backend)
            seconds += run_case_seconds(grading->lab, grading->plan.cases[i].n);
    return seconds;
}

struct session_setting run_setting(const struct grading *grading, const struct backend_run *run,
                                   double seconds) {
    const struct spec_limits *limits = &grading->lab->limits;
    const bool gpu = run->backend == BACKEND_GPU;
    // A CUDA context takes a few hundred MiB of its own, and host copies of the larger inputs.
    const size_t memory = gpu ? (size_t)8 << 30 : limits->memory_bytes;
    struct session_setting setting = {.program = run->build.runner,
                                      .gpu = gpu ? run->lease.gpu : NULL,
                                      .libraries = run->build.libraries[0] ? run->build.libraries : NULL,
                                      .profile = gpu ? NULL : grading->profile,
                                      .limits = {.wall_s = seconds,
                                                 .cpu_s = seconds,
                                                 .memory_bytes = memory,
                                                 .processes = 64,
                                                 .output_bytes = limits->output_bytes,
                                                 .file_bytes = (size_t)1 << 20}};
    return setting;
}

struct job run_job(const struct plan_case *c, enum job_kind kind) {
    struct job job = spec_job(c->task, kind, c->shape, c->spec->option);
    job.multiprocessors = c->multiprocessors;
    snprintf(job.order, sizeof job.order, "%s", c->order ? c->order : "");
    return job;
}

cJSON *run_once_in(struct session *session, const struct session_setting *setting, struct grading *grading,
                   const struct plan_case *c, const struct plan_data *data, enum job_kind kind,
                   struct error *error) {
    struct job job = run_job(c, kind);
    plan_poison(data, session->output);
    return session_ask(session, setting, &job, error)
               ? session_answer(session, run_case_seconds(grading->lab, c->n), &grading->cpu.cost, error)
               : NULL;
}

static bool goes_on(const struct running *running) {
    return running->setting.run->error.text[0] == '\0' && !stop_requested();
}

// The owner of the runner asks once for the device's capabilities.
static bool wants_figures(const struct running *running) {
    return !running->borrowed && !running->setting.grading->small_only;
}

static struct session *open_session(struct running *running, size_t i) {
    struct session *session = &running->runs[i].session;
    size_t input, output;
    slot_room(&running->shards.list[i], running->setting.run->backend, &input, &output);
    return session_open(session, input, output, &running->setting.run->error) ? session : NULL;
}

// Gives an idle slot the next shard. @return false if there is none
static bool start_shard(struct running *running, struct slot *slot) {
    const size_t i = running->started;
    if (i == running->shards.count || !goes_on(running))
        return false;
    running->started++;
    struct session *session = running->borrowed ? running->borrowed : open_session(running, i);
    if (session)
        slot_assign(slot, &running->shards.list[i], session);
    return session;
}

// A slot whose shard is done lets the runner end by itself, and takes the next shard.
static void feed(struct running *running, struct slot *slot) {
    while (slot->shard || start_shard(running, slot)) {
        struct shard_run *done = &running->runs[slot->shard - running->shards.list];
        slot_feed(slot);
        if (slot->shard)
            return;
        done->first = slot->first;
        if (!running->borrowed)
            session_finish(&done->session);
    }
}

static bool any_busy(const struct running *running) {
    for (size_t i = 0; i < running->slot_count; i++)
        if (running->slots[i].busy)
            return true;
    return false;
}

// @return what poll() returned
static int wait_for_replies(const struct running *running, struct pollfd *fds) {
    double left = 1;
    for (size_t i = 0; i < running->slot_count; i++) {
        const struct slot *slot = &running->slots[i];
        fds[i] = (struct pollfd){.fd = slot->busy ? slot->session->reply_fd : -1, .events = POLLIN};
        if (slot->busy && slot_left(slot) < left)
            left = slot_left(slot);
    }
    return poll(fds, running->slot_count, left > 0 ? (int)(left * 1000) + 1 : 0);
}

static void step(struct running *running) {
    struct pollfd fds[MAX_SLOTS];
    const int ready = wait_for_replies(running, fds);
    for (size_t i = 0; i < running->slot_count; i++)
        if (running->slots[i].busy)
            slot_step(&running->slots[i], ready > 0 && fds[i].revents != 0);
}

// The first slot without remaining work calibrates.
static void run_all(struct running *running) {
    do {
        if (any_busy(running))
            step(running);
        for (size_t i = 0; i < running->slot_count; i++) {
            struct slot *slot = &running->slots[i];
            feed(running, slot);
            if (!slot->shard && wants_figures(running) && !running->calibrating.begun && goes_on(running))
                calibrate_begin(&running->calibrating, running->setting.grading, running->setting.run);
        }
    } while (any_busy(running));
}

static bool prepare_run(struct running *running) {
    struct backend_run *run = running->setting.run;
    const struct plan *plan = &running->setting.grading->plan;
    run->outcomes = calloc(plan->count + 1, sizeof *run->outcomes);
    for (size_t i = 0; run->outcomes && i < plan->count; i++)
        run->outcomes[i].kind = OUTCOME_NOT_WANTED;
    return run->outcomes || error_set(&run->error, "memory is used up");
}

// Marks the cases of a round: the unconditional ones, or those for tasks with a race.
// @return whether there are any
static bool choose_cases(struct running *running, bool if_raced) {
    const struct plan *plan = &running->setting.grading->plan;
    struct backend_run *run = running->setting.run;
    bool any = false;
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_case *c = &plan->cases[i];
        running->wanted[i] = (c->backends & run->backend) && c->if_raced == if_raced &&
                             (!if_raced || grading_has_race(running->setting.grading, run, c->task));
        if (running->wanted[i])
            run->outcomes[i].kind = OUTCOME_NOT_RUN;
        any |= running->wanted[i];
    }
    return any;
}

static bool prepare_round(struct running *running, bool if_raced) {
    struct backend_run *run = running->setting.run;
    const struct plan *plan = &running->setting.grading->plan;
    running->started = 0;
    running->wanted = calloc(plan->count + 1, sizeof *running->wanted);
    running->setting.printed = calloc(plan->count + 1, sizeof *running->setting.printed);
    if (!running->wanted || !running->setting.printed)
        return error_set(&run->error, "memory is used up");
    if (!choose_cases(running, if_raced))
        return false;
    const bool dealt = shards_make(&running->shards, plan, run->backend, running->wanted);
    running->runs = calloc(running->shards.count + 1, sizeof *running->runs);
    for (size_t i = 0; i < running->slot_count; i++)
        running->slots[i] = (struct slot){.setting = &running->setting};
    return (dealt && running->runs) || error_set(&run->error, "memory is used up");
}

// Keeps the output of the first runner that printed anything: by the list of shards, and without those whose
// cases were stopped.
static void keep_printed(struct running *running) {
    struct backend_run *run = running->setting.run;
    const struct grading *grading = running->setting.grading;
    for (size_t s = 0; s < running->shards.count; s++)
        for (size_t i = 0; i < running->shards.list[s].count; i++) {
            const struct plan_case *c = running->shards.list[s].cases[i];
            char **printed = &running->setting.printed[c - grading->plan.cases];
            if (*printed && !run->printed && !outcomes_stopped(grading, run, c)) {
                run->printed = *printed;
                *printed = NULL;
            }
            free(*printed);
        }
}

static void end_sessions(struct running *running) {
    const double until = clock_now() + SESSION_PATIENCE_S;
    for (size_t i = 0; i < running->started; i++) {
        struct shard_run *run = &running->runs[i];
        const double left = until - clock_now();
        if (run->session.process)
            slot_end_runner(&running->setting, &run->session, run->first, left > 0 ? left : 0);
        session_close(&run->session);
    }
}

static void finish_round(struct running *running) {
    if (running->setting.printed && running->runs) {
        outcomes_settle(running->setting.grading, running->setting.run);
        keep_printed(running);
    }
    free(running->wanted);
    free(running->setting.printed);
    free(running->runs);
    shards_free(&running->shards);
    running->wanted = NULL;
    running->setting.printed = NULL;
    running->runs = NULL;
}

static void run_round(struct running *running, bool if_raced) {
    if (prepare_round(running, if_raced))
        run_all(running);
    if (!running->borrowed)
        end_sessions(running);
    finish_round(running);
}

// Each runner may take as much memory as the lab allows.
static size_t count_slots(const struct grading *grading) {
    const size_t cores = machine_idle_cores(),
                 memory = machine_free_bytes() / grading->lab->limits.memory_bytes;
    const size_t count = cores < memory ? cores : memory;
    return count > 2 ? count : machine_cores() > 1 ? 2 : 1;
}

void run_cases(const struct grading *grading, struct backend_run *run) {
    const size_t wanted = grading->runners > 0 ? grading->runners : count_slots(grading);
    struct running running = {
        .setting = {.grading = grading,
                    .run = run,
                    .session = run_setting(grading, run, run_seconds(grading, run->backend))},
        .slot_count = wanted < MAX_SLOTS ? wanted : MAX_SLOTS};
    if (prepare_run(&running)) {
        run_round(&running, false);
        if (goes_on(&running))
            run_round(&running, true);
    }
    calibrate_finish(&running.calibrating, grading, run);
    run->ran = run->error.text[0] == '\0';
}

void run_cases_in(struct session *session, const struct session_setting *setting,
                  const struct grading *grading, struct backend_run *run, struct prefetch *prefetch) {
    struct running running = {
        .setting = {.grading = grading, .run = run, .session = *setting, .prefetch = prefetch},
        .slot_count = 1,
        .borrowed = session};
    if (prepare_run(&running))
        run_round(&running, false);
    run->ran = run->error.text[0] == '\0';
}
