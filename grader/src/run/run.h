/**
 * @file run.h
 * @brief The plan's cases run on one backend, two runners at a time where that helps.
 */
#ifndef WARPLAB_RUN_H
#define WARPLAB_RUN_H

#include "grading.h"
#include "session.h"

/** Runs every case that is for this backend and fills its outcomes. Our own troubles go to run->trouble. */
void run_cases(const struct grading *grading, struct backend_run *run);

/** How runners of this backend are started; @p runner outlives the setting. */
struct session_setting run_setting(const struct grading *grading, const struct backend_run *run,
                                   double seconds);

/** What a runner is asked for to run a case once. */
struct job run_job(const struct plan_case *c, enum job_kind kind);

/** Seconds one case may take. */
double run_case_seconds(const struct spec *lab, int32_t n);

/** The time since some moment, in seconds, monotonic. */
double run_clock(void);

/** What a sandbox's verdict on a runner means for the case that it was running. */
void run_blame_end(struct outcome *outcome, const struct sandbox_result *result);

#endif
