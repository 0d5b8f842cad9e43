/**
 * @file calibrate.h
 * @brief A runner asked what its device can do.
 */
#pragma once

#include "grading.h"
#include "session.h"

/** A calibration under way, in a runner of its own. Zeroed: not begun. */
struct calibrating {
    struct session session; /**< of that runner */
    bool begun;             /**< it was asked */
};

/** Starts a runner and asks it, and returns at once. An error goes to the run. */
void calibrate_begin(struct calibrating *calibrating, const struct grading *grading, struct backend_run *run);
/** Waits for the answer and keeps it; then has the tasks' times modelled (modelled.h), and ends
 * it. Nothing happens if it was not begun. */
void calibrate_finish(struct calibrating *calibrating, const struct grading *grading,
                      struct backend_run *run);
/** Asks the runner of an open session, and waits for the answer. */
void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run);
