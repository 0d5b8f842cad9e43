/**
 * @file outside_clock.h
 * @brief The grader's own clock beside a GPU runner's timed calls.
 *
 * Theory of operation. A runner times its launcher with the GPU's events, in a process that the submission
 * shares: what it claims is not to be trusted. So each call is a turn (struct job_turn): the runner has its
 * input ready, and waits; this process takes the time and lets it begin; the runner calls the launcher, waits
 * for the event behind it, and says so; this process takes the time again. Nothing but the call is between
 * the two: inputs are restored before. So the time from outside is that of the call, and a few microseconds,
 * which are known from turns before any code of the submission ran.
 *
 * Soon after, the runner has waited for all else on the device, and the end of the call's answer is there. It
 * is kept, and compared with the answer that is checked: who says too early that a call is done has not got
 * it. What that takes longer than it may counts as the call's own.
 */
#ifndef WARPLAB_OUTSIDE_CLOCK_H
#define WARPLAB_OUTSIDE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/job.h"
#include "session.h"

/** What was seen of the calls of one job. */
struct outside_clock {
    uint32_t count;                       /**< turns that came to their end */
    double us[JOB_MAX_REPETITIONS];       /**< of each, microseconds until its event has come */
    double proof_us[JOB_MAX_REPETITIONS]; /**< of each, from then on until the end of its answer is there */
    unsigned char proof[JOB_MAX_REPETITIONS][JOB_PROOF_BYTES]; /**< of each, as it was then */
};

/** Gives the runner its turns, until it replies to the job sent last, or ends, or @p seconds are over. */
void outside_clock_watch(struct outside_clock *clock, struct session *session, double seconds);

/** What a claim is compared with, in microseconds. */
struct outside_figures {
    double least;        /**< of the fastest call */
    double best_quarter; /**< what the fastest quarter of the calls reached */
    double median;       /**< of all of them */
};

/** What each call takes by our own clock and not by the GPU's, microseconds. */
struct outside_overhead {
    double turn_us;  /**< until its event has come */
    double proof_us; /**< from then on until the end of its answer is there */
    bool shared; /**< it is as long as a GPU takes to switch from other programs, which use it all the time */
};

/** Of @p count calls from @p first on, without what each takes in any case.
 * @return false if they have not been seen */
bool outside_clock_figures(const struct outside_clock *clock, uint32_t first, uint32_t count,
                           const struct outside_overhead *overhead, struct outside_figures *figures);
/** Learns that from calls whose time between two events is known. @return false if they have not been seen */
bool outside_clock_learn(const struct outside_clock *clock, uint32_t first, uint32_t count, double event_us,
                         struct outside_overhead *overhead);

/**
 * Whether a claim is faster than what can be seen from outside: the best quarter of the claimed times by more
 * than 5 % and five microseconds below the least of those seen. Other programs that make the grader wait
 * lengthen some of the times seen, and never shorten one: so an honest claim is faster than the least of them
 * only if every call was disturbed. A false claim gains nothing by a call that is as fast as it says.
 */
bool outside_clock_refutes(const struct outside_figures *seen, double claimed_best_quarter);

/** Whether the ends of all answers were there in time. @param answers the job's part of the output */
bool outside_clock_proves(const struct outside_clock *clock, const struct job *job,
                          const unsigned char *answers);

#endif
