/**
 * @file predict.h
 * @brief How long a task's launcher would take at the size that a GPU is timed at, asked of the CPU engine.
 */
#ifndef WARPLAB_PREDICT_H
#define WARPLAB_PREDICT_H

#include "grading.h"
#include "session.h"

/**
 * Predicts the times of all tasks that have points for them and whose cases showed nothing wrong. The others
 * would say nothing, or hang again: their bandwidths stay unknown, with a sentence. Answers at the small
 * sizes are checked like all others. Our own errors go to the run.
 * @param session with room for it (predict_room()); its runner is started anew if it ends
 */
void predict_tasks(const struct grading *grading, struct backend_run *run, struct session *session);
/** The memory that the session needs, in bytes. */
void predict_room(const struct grading *grading, size_t *input, size_t *output);
/** How its runner is started. */
struct session_setting predict_setting(const struct grading *grading, const struct backend_run *run);

#endif
