/**
 * @file measure.h
 * @brief Times from a GPU's runner: the capabilities of its device, and the time of a task's launcher.
 */
#pragma once

#include "grading.h"
#include "lab/inputs.h"
#include "outside_clock.h"
#include "prefetch.h"
#include "runner/job.h"
#include "session.h"

/** One task to be timed. */
struct measurement {
    struct bandwidth *bandwidth;    /**< where its results go */
    struct job job;                 /**< the job for the runner, and the place of its data */
    struct rng rng;                 /**< draws its input */
    const struct measurement *like; /**< an earlier one with the same input, varied differently; or NULL */
    bool replied;                   /**< the runner has answered */
    uint32_t calls;                 /**< of the launcher, warm-ups included; the first outputs are theirs */
    uint32_t warmups;               /**< of those */
    double best_us;                 /**< that the runner claims for the best quarter of the timed calls */
    struct outside_clock clock;     /**< the grader's own, beside them */
};

/** The work under one lease on a GPU: prepared before, run by one runner, checked after. A process takes
 * longer to start using a GPU than most of its kernels run. */
struct measuring {
    const struct grading *grading;                      /**< the grading run */
    struct backend_run *run;                            /**< on the GPU */
    struct session session;                             /**< the runner and its shared memory */
    struct measurement list[2 * SYMBOLS_MAX_LAUNCHERS]; /**< the first `count` are used */
    size_t count;                                       /**< also 0 if there is no memory for them */
    struct prefetch prefetch;                           /**< large cases, made before the lease */
};

/** Draws the inputs of all tasks that are judged by time, and in a challenge those of CUB; and
 * allocates room for the cases. Tasks that are timed on the same amount of data of the same kind share
 * an input, which is generated and copied to the GPU once. If there is no memory, the bandwidths and the
 * run's error say so. */
void measure_prepare(struct measuring *measuring, const struct grading *grading, struct backend_run *run);
/** Starts the runner, lets it open the GPU, and generates large cases: all that may be done before the
 * lease. */
void measure_open(struct measuring *measuring);
/** Asks the runner for its device's capabilities. */
void measure_begin(struct measuring *measuring);
/** Runs the plan's cases. */
void measure_cases(struct measuring *measuring);
/** Times the i-th of the tasks; every repetition has an input of its own. */
void measure_run(struct measuring *measuring, size_t i);
/** Repeats the timing of tasks that may have lost points to other programs on the GPU (timing_undisturbed()):
 * those may be gone. */
void measure_again(struct measuring *measuring);
/** Kills the runner: the GPU is no longer needed. */
void measure_leave(struct measuring *measuring);
/** Waits for the runner's end, checks the answers of all repetitions, and frees all. Also to be called if
 * nothing was run. */
void measure_check(struct measuring *measuring);

/* What a GPU counts of a task's kernels, if the counters were asked for (--counters).

   CUPTI counts in the submission's own process, so nothing is judged by this. Each call has a runner of its
   own, which CUPTI is shown to; whatever it changes about the GPU, no time is taken after it. */

/** Counts what a task's launcher does on its measured case; an error goes to `run->counted`. Nothing is done
 * for a task without such a case. */
void hardware_count(const struct grading *grading, struct backend_run *run, size_t task);

/** How near a task's kernels come to the device's limits, at the size that was timed; an error goes to
 * `run->reached`. Nothing is done for a task that has no time. */
void hardware_reach(const struct grading *grading, struct backend_run *run, size_t task);
