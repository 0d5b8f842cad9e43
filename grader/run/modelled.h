/**
 * @file modelled.h
 * @brief How long a task's launcher would take on a device: it runs on the CPU engine at the size that is
 * timed.
 */
#pragma once

#include "grading.h"
#include "session.h"

/* A runner asked what its device can do. */

/** A calibration under way, in a runner of its own. Zeroed: not begun. */
struct calibrating {
    struct session session; /**< of that runner */
    bool begun;             /**< it was asked */
};

/** Starts a runner and asks it, and returns at once. An error goes to the run. */
void calibrate_begin(struct calibrating *calibrating, const struct grading *grading, struct backend_run *run);
/** Waits for the answer and keeps it; then has the tasks' times modelled, and ends
 * it. Nothing happens if it was not begun. */
void calibrate_finish(struct calibrating *calibrating, const struct grading *grading,
                      struct backend_run *run);
/** Asks the runner of an open session, and waits for the answer. */
void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run);

/**
 * Models the times of all tasks that have points for them and whose cases showed nothing wrong. The others
 * would say nothing, or hang again: their bandwidths stay unknown, with a sentence. The answers are compared
 * with the reference's. Our own errors go to the run.
 * @param session with room for it (modelled_room()); each task has a new runner
 */
void modelled_tasks(const struct grading *grading, struct backend_run *run, struct session *session);
/** The memory that the session needs, in bytes. */
void modelled_room(const struct grading *grading, size_t *input, size_t *output);
/** How its runners are started. */
struct session_setting modelled_setting(const struct grading *grading, const struct backend_run *run);
