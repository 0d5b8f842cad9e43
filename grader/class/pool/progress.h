/**
 * @file progress.h
 * @brief The progress of a batch: a bar on a terminal, plain lines otherwise.
 */
#ifndef WARPLAB_PROGRESS_H
#define WARPLAB_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "class/intake/intake.h"

/** The counts, and their display. progress_begin() zeroes and starts them. */
struct batch_progress {
    bool terminal;            /**< standard output is a terminal: a bar is drawn */
    size_t total;             /**< submissions that can be graded */
    size_t before;            /**< of these, with a result before the batch */
    size_t graded;            /**< by this batch */
    size_t failed;            /**< that the grader failed to grade */
    size_t claimed_by_others; /**< that another grader is grading */
    double begin;             /**< when the batch began, in seconds by clock_now() */
};

/** Starts the clock, and the bar. */
void progress_begin(struct batch_progress *progress, size_t total);
/** Adds one result; @p error is NULL if it was graded. */
void progress_add(struct batch_progress *progress, const char *student, const char *lab, double score,
                  double max_score, double seconds, const char *error);
/** Redraws the bar, if there is one; call it about every second. */
void progress_draw(struct batch_progress *progress);
/** Clears the bar. */
void progress_clear(const struct batch_progress *progress);

/** "3 s", "12 min", "1 h 20 min". */
void progress_duration(double seconds, char *text, size_t size);

/* Workers in parallel, until every submission has its result. */

/**
 * Grades all targets that have no result. Ends early after Ctrl-C, and if the grader itself fails repeatedly.
 * @param jobs the number of workers
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool worker_pool_grade(struct gradebook *book, const struct intake *intake, size_t jobs,
                       struct batch_progress *progress, struct error *error);

#endif
