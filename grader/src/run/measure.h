/**
 * @file measure.h
 * @brief A runner asked for times: what its device can do, and how long a task's launcher takes.
 */
#ifndef WARPLAB_MEASURE_H
#define WARPLAB_MEASURE_H

#include "grading.h"
#include "runner/job.h"
#include "session.h"

/** One task to be timed: prepared, run while nobody else uses the GPU, checked. */
struct measurement {
    struct bandwidth *bandwidth; /**< where its results go */
    struct session session;      /**< the runner that is asked */
    struct job job;              /**< what it is asked for */
    bool replied;                /**< the runner has answered */
    uint32_t calls;              /**< of the launcher, warm-ups included; the first outputs are theirs */
};

/** Asks the backend's runner what its device can do. */
void measure_calibrate(const struct grading *grading, struct backend_run *run);

/** Draws the task's size and makes its input, the same for both kinds.
 * @param kind JOB_TIME or, in a challenge, JOB_TIME_VENDOR
 * @return false if it has no times to be judged by, or there is
 * no memory for them (then its bandwidth says so); nothing is to be done for it then */
bool measure_prepare(struct measurement *measurement, const struct grading *grading, struct backend_run *run,
                     size_t task, enum job_kind kind);
/** Times it; every repetition has an input of its own. */
void measure_run(struct measurement *measurement, const struct grading *grading, struct backend_run *run);
/** Checks the answer of every repetition, and frees all. Also to be called if it was never run. */
void measure_check(struct measurement *measurement);

/** Counts what the hardware does while a task's launcher runs on its measured case; a case that is none, or a
 * machine that cannot, is told of in `run->counted`. */
void measure_counters(const struct grading *grading, struct backend_run *run, size_t task);

#endif
