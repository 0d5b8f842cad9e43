/**
 * @file run_end.h
 * @brief How a runner ended, and what that means for the case that it was busy with.
 */
#ifndef WARPLAB_RUN_END_H
#define WARPLAB_RUN_END_H

#include "grading.h"
#include "sandbox/sandbox.h"

/** What a sandbox's verdict on a runner means for the case that it was running. */
void run_blame_end(struct outcome *outcome, const struct sandbox_result *result);
/** Puts "n = 33 (random): " before the outcome's message. */
void run_name_case(struct outcome *outcome, const struct plan_case *c);
/** The engine ends the program where it cannot go on, and says why on standard error: that becomes the
 * outcome's report, line and message. */
void run_take_messages(struct outcome *outcome, const struct sandbox_result *result);
/** Keeps what a runner printed, the first that did, and what it used. */
void run_keep_printed(struct backend_run *run, const struct sandbox_result *result);

#endif
