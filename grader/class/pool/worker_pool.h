/**
 * @file worker_pool.h
 * @brief Workers side by side, until every submission has its result.
 */
#ifndef WARPLAB_WORKER_POOL_H
#define WARPLAB_WORKER_POOL_H

#include "class/intake/intake.h"
#include "class/pool/progress.h"

/**
 * Grades all targets that have no result. Ends early when Ctrl-C is typed, and when the grader itself fails
 * again and again.
 * @param jobs how many at a time
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool worker_pool_grade(struct gradebook *book, const struct intake *intake, size_t jobs,
                       struct batch_progress *progress, struct error *error);

#endif
