/**
 * @file outside_clock.h
 * @brief The grader's own clock beside a GPU runner's timed calls.
 *
 * Theory of operation. A runner times its launcher with the GPU's events, in a process that the submission
 * shares: its claims are untrusted. So each call is a turn (struct job_turn): the runner has its
 * input ready, and waits; this process reads the clock and lets it begin; the runner calls the launcher,
 * waits for the event after it, and reports that; this process reads the clock again. Only the call is
 * between the two: inputs are restored before. So the outside time is that of the call plus a few
 * microseconds, which are known from turns before any code of the submission ran.
 *
 * Soon after, the runner has waited for all else on the device, and the end of the call's answer is in
 * memory. It is kept, and compared with the answer that is checked: a runner that reports the end of a call
 * too early does not have it yet. Excess time until then counts as the call's own.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runner/job.h"
#include "session.h"

/** The observations of one job's calls. */
struct outside_clock {
    uint32_t count;                       /**< completed turns */
    double us[JOB_MAX_REPETITIONS];       /**< of each, microseconds until its event */
    double proof_us[JOB_MAX_REPETITIONS]; /**< of each, from then on until the end of its answer */
    unsigned char proof[JOB_MAX_REPETITIONS][JOB_PROOF_BYTES]; /**< of each, at that time */
};

/** Gives the runner its turns, until it replies to the last job, or ends, or @p seconds are over. */
void outside_clock_watch(struct outside_clock *clock, struct session *session, double seconds);

/** The figures that a claim is compared with, in microseconds. */
struct outside_figures {
    double least;        /**< of the fastest call */
    double best_quarter; /**< of the fastest quarter of the calls */
    double median;       /**< of all of them */
};

/** A call's overhead by the grader's clock over the GPU's, in microseconds. */
struct outside_overhead {
    double turn_us;  /**< until its event */
    double proof_us; /**< from then on until the end of its answer */
    bool shared; /**< it is as long as a GPU takes to switch from other programs, which use it all the time */
};

/** Of @p count calls from @p first on, without the overhead.
 * @return false if they were not observed */
bool outside_clock_figures(const struct outside_clock *clock, uint32_t first, uint32_t count,
                           const struct outside_overhead *overhead, struct outside_figures *figures);
/** Learns it from calls with a known time between two events. @return false if none were observed */
bool outside_clock_learn(const struct outside_clock *clock, uint32_t first, uint32_t count, double event_us,
                         struct outside_overhead *overhead);

/**
 * Whether a claim is faster than the observation allows: the best quarter of the claimed times by more
 * than 5 % and five microseconds below the least observed. Other programs that make the grader wait
 * lengthen some of the observed times, and never shorten one: so an honest claim is below the least of them
 * only if every call was disturbed. A false claim gains nothing by a call that is as fast as claimed.
 */
bool outside_clock_refutes(const struct outside_figures *seen, double claimed_best_quarter);

/** Whether the ends of all answers were there in time. @param answers the job's part of the output */
bool outside_clock_proves(const struct outside_clock *clock, const struct job *job,
                          const unsigned char *answers);
