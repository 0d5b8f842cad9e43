/**
 * @file outcomes.h
 * @brief What became of a case: how its runner ended, and whether an earlier case keeps it from being run.
 */
#pragma once

#include "grading.h"
#include "sandbox/sandbox.h"

/** What a sandbox's verdict on a runner means for the case that it was running. */
void outcome_blame_end(struct outcome *outcome, const struct sandbox_result *result);
/** Puts "n = 33 (random): " before the outcome's message. */
void outcome_name_case(struct outcome *outcome, const struct plan_case *c);
/** The engine ends the program where it cannot go on, and says why on standard error: that becomes the
 * outcome's report, line and message.
 * @param name of the submission, where the line has to be
 * @param seconds that the case was given
 */
void outcome_take_messages(struct outcome *outcome, const struct sandbox_result *result, const char *name,
                           double seconds);

/**
 * Why a case is not run: an earlier one of its task (shards_before()) passed a limit, or too many of them
 * crashed. It is certain as soon as it is known, whatever becomes of cases that still run.
 * @return NULL if it is run, as far as outcomes are known
 */
const char *outcomes_stopped(const struct grading *grading, const struct backend_run *run,
                             const struct plan_case *c);
/** Puts every case that was stopped to OUTCOME_NOT_RUN, also one that ran before that was known: so outcomes
 * are the same as if one case had run after another. */
void outcomes_settle(const struct grading *grading, struct backend_run *run);
