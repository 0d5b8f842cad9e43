/**
 * @file run.h
 * @brief Runs the plan's cases on one backend: on the CPU engine in as many runners as there are idle cores.
 */
#pragma once

#include "grading.h"
#include "prefetch.h"
#include "session.h"

/** Runs every case for the CPU engine, fills the run's outcomes, calibrates and predicts. The grader's own
 * errors go to the run. The outcomes are the same for any number of runners (grading->runners). */
void run_cases(const struct grading *grading, struct backend_run *run);
/** Runs a GPU's cases, one after another, with the runner and in the memory of the caller's @p session,
 * which has room for them at its beginning (run_room()). The runner, unless it ends, is left for other
 * jobs. Cases that were made beforehand are taken from @p prefetch. */
void run_cases_in(struct session *session, const struct session_setting *setting,
                  const struct grading *grading, struct backend_run *run, struct prefetch *prefetch);
/** The memory that a session needs for a GPU's cases, in bytes, without prefetched ones. */
void run_room(const struct grading *grading, unsigned backend, size_t *input, size_t *output);
/** Seconds that a backend's cases may take together. */
double run_seconds(const struct grading *grading, unsigned backend);

/** The settings to start runners of this backend; @p runner outlives the setting. */
struct session_setting run_setting(const struct grading *grading, const struct backend_run *run,
                                   double seconds);

/** The job that runs a case once. */
struct job run_job(const struct plan_case *c, enum job_kind kind);

/**
 * Runs a case once on the CPU engine, in a session that has its input already; @p kind says whether it is
 * recorded.
 * @return the runner's reply, which the caller deletes, with the answer in the session's output; NULL if
 * there is none, with why in @p error
 */
cJSON *run_once_in(struct session *session, const struct session_setting *setting, struct grading *grading,
                   const struct plan_case *c, const struct plan_data *data, enum job_kind kind,
                   struct error *error);

/** Seconds one case may take. */
double run_case_seconds(const struct spec *lab, int32_t n);
