// Gives turns to a runner, and times them by the grader's own clock.
#include "outside_clock.h"

#include <math.h>
#include <poll.h>
#include <sched.h>
#include <string.h>

#include "base/array.h"
#include "base/interrupt.h"
#include "base/timestamp.h"

// The tolerance by which a claim may be faster.
static const double TOLERANCE = 1.05, TOLERANCE_US = 5;
// The time that a proof may take in addition to that in calls without a launcher.
static const double PROOF_US = 150;
// A turn without a launcher takes about ten microseconds. A turn longer than this waited until the GPU had
// switched from another program: an H200 takes 300 to 600.
static const double SWITCH_US = 100;
// The least time that remains after a subtraction.
static const double LEAST_US = 0.1;
// The time for which the grader keeps a processor busy, if there are others: after a yield it may take long
// to get it back.
static const double KEEP_S = 0.01;
// The polling interval of the pipe while nothing happens.
static const double LOOK_EVERY_S = 1e-3;

struct watch {
    struct session *session;
    struct job_start *start;
    struct job_turn *turn;
    double deadline, next_look;
    bool alone; // the runner and the grader share one processor
};

// Whether the runner has replied or is gone; checked from time to time.
static bool is_over(struct watch *watch) {
    const double now = clock_now();
    if (now < watch->next_look)
        return false;
    watch->next_look = now + LOOK_EVERY_S;
    struct pollfd reply = {.fd = watch->session->reply_fd, .events = POLLIN};
    return poll(&reply, 1, 0) != 0 || now > watch->deadline || stop_requested();
}

static bool is_alone(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < 2;
}

// Waits until the runner has counted to @p turn.
static bool await(struct watch *watch, const uint32_t *counter, uint32_t turn) {
    const double keep_until = clock_now() + (watch->alone ? 0 : KEEP_S);
    while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != turn) {
        if (is_over(watch)) // the count may have come since, and the reply after it
            return __atomic_load_n(counter, __ATOMIC_ACQUIRE) == turn;
        if (clock_now() > keep_until)
            sched_yield();
    }
    return true;
}

void outside_clock_watch(struct outside_clock *clock, struct session *session, double seconds) {
    struct watch watch = {.session = session,
                          .start = session_start_of(session),
                          .turn = session_turn_of(session),
                          .deadline = clock_now() + seconds,
                          .alone = is_alone()};
    clock->count = 0;
    while (clock->count < JOB_MAX_REPETITIONS) {
        const uint32_t turn = session->turns + 1;
        if (!await(&watch, &watch.turn->ready, turn))
            return;
        const double begin = clock_now();
        __atomic_store_n(&watch.start->started, turn, __ATOMIC_RELEASE);
        if (!await(&watch, &watch.turn->done, turn))
            return;
        const double done = clock_now();
        if (!await(&watch, &watch.turn->proven, turn))
            return;
        clock->us[clock->count] = 1e6 * (done - begin);
        clock->proof_us[clock->count] = 1e6 * (clock_now() - done);
        memcpy(clock->proof[clock->count++], watch.turn->proof, JOB_PROOF_BYTES);
        session->turns = turn;
    }
}

static bool has_seen(const struct outside_clock *clock, uint32_t first, uint32_t count) {
    return count > 0 && first <= clock->count && count <= clock->count - first;
}

bool outside_clock_figures(const struct outside_clock *clock, uint32_t first, uint32_t count,
                           const struct outside_overhead *overhead, struct outside_figures *figures) {
    double us[JOB_MAX_REPETITIONS];
    if (!has_seen(clock, first, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        us[i] = clock->us[first + i] - overhead->turn_us +
                fmax(0, clock->proof_us[first + i] - overhead->proof_us - PROOF_US);
    sort_numbers(us, count);
    *figures = (struct outside_figures){.least = fmax(us[0], LEAST_US),
                                        .best_quarter = fmax(us[count / 4], LEAST_US),
                                        .median = fmax(us[count / 2], LEAST_US)};
    return true;
}

static double best_quarter(const double *from, uint32_t count) {
    double us[JOB_MAX_REPETITIONS];
    memcpy(us, from, count * sizeof *us);
    sort_numbers(us, count);
    return us[count / 4];
}

bool outside_clock_learn(const struct outside_clock *clock, uint32_t first, uint32_t count, double event_us,
                         struct outside_overhead *overhead) {
    if (!has_seen(clock, first, count))
        return false;
    overhead->turn_us = best_quarter(clock->us + first, count) - event_us;
    overhead->proof_us = best_quarter(clock->proof_us + first, count);
    overhead->shared = overhead->turn_us > SWITCH_US;
    return true;
}

bool outside_clock_refutes(const struct outside_figures *seen, double claimed_best_quarter) {
    return !(claimed_best_quarter * TOLERANCE + TOLERANCE_US >= seen->least);
}

bool outside_clock_proves(const struct outside_clock *clock, const struct job *job,
                          const unsigned char *answers) {
    const size_t bytes = job_proof_bytes(job);
    for (uint32_t r = 0; r < clock->count; r++) {
        const unsigned char *end = answers + r * job_align(job->output_bytes) + job->output_bytes;
        if (memcmp(clock->proof[r], end - bytes, bytes) != 0)
            return false;
    }
    return true;
}
