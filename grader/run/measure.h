/**
 * @file measure.h
 * @brief A GPU's runner asked for times: what its device can do, and how long a task's launcher takes.
 */
#ifndef WARPLAB_MEASURE_H
#define WARPLAB_MEASURE_H

#include "grading.h"
#include "lab/inputs.h"
#include "outside_clock.h"
#include "prefetch.h"
#include "runner/job.h"
#include "session.h"

/** One task to be timed. */
struct measurement {
    struct bandwidth *bandwidth;    /**< where its results go */
    struct job job;                 /**< what the runner is asked for, and where its data lie */
    struct rng rng;                 /**< draws its input */
    const struct measurement *like; /**< an earlier one that has the same input, varied otherwise; or NULL */
    bool replied;                   /**< the runner has answered */
    uint32_t calls;                 /**< of the launcher, warm-ups included; the first outputs are theirs */
    uint32_t warmups;               /**< of them */
    double best_us;                 /**< that the best quarter of the timed calls claims */
    struct outside_clock clock;     /**< our own, beside them */
};

/** All that is done under one lease on a GPU: prepared before, run by one runner, checked after. To begin
 * using a GPU takes a process longer than most of its kernels take. */
struct measuring {
    const struct grading *grading;                      /**< what is graded */
    struct backend_run *run;                            /**< on the GPU */
    struct session session;                             /**< the runner and what it shares with us */
    struct measurement list[2 * SYMBOLS_MAX_LAUNCHERS]; /**< the first `count` are to be done */
    size_t count;                                       /**< 0 also where there is no memory for them */
    struct prefetch prefetch;                           /**< large cases, made before the lease */
};

/** Draws the inputs of all tasks that have times to be judged by, in a challenge the vendor's
 * library's, too; and makes room for the cases. Tasks that are timed on as much data of the same kind share
 * an input, which is made and goes to the GPU once. Where there is no memory, the bandwidths and the run's
 * error say so. */
void measure_prepare(struct measuring *measuring, const struct grading *grading, struct backend_run *run);
/** Starts the runner, has it begin to use the GPU, and makes large cases: all that may be done before the
 * lease. */
void measure_open(struct measuring *measuring);
/** Asks the runner what its device can do. */
void measure_begin(struct measuring *measuring);
/** Runs the plan's cases. */
void measure_cases(struct measuring *measuring);
/** Times the i-th of the tasks; every repetition has an input of its own. */
void measure_run(struct measuring *measuring, size_t i);
/** Times tasks again that other programs on the GPU may have cost points (timing_undisturbed()): what used it
 * may be gone. */
void measure_again(struct measuring *measuring);
/** Kills the runner: the GPU is not needed any more. */
void measure_leave(struct measuring *measuring);
/** Waits for the runner's end, checks the answers of all repetitions, and frees all. Also to be called if
 * nothing was run. */
void measure_check(struct measuring *measuring);

#endif
