/**
 * @file progress.h
 * @brief How far a batch has come: a bar on a terminal, plain lines otherwise.
 */
#ifndef WARPLAB_PROGRESS_H
#define WARPLAB_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "class/intake/intake.h"

/** The counts, and where they are shown. Zeroed and begun by progress_begin(). */
struct batch_progress {
    bool terminal;            /**< standard output is one: a bar is drawn */
    size_t total;             /**< submissions that can be graded */
    size_t before;            /**< that had their result already */
    size_t graded;            /**< by this batch */
    size_t failed;            /**< that the grader could not do its work on */
    size_t claimed_by_others; /**< that another grader is at work on */
    double begin;             /**< when the batch began, in seconds by clock_now() */
};

/** Starts the clock, and the bar. */
void progress_begin(struct batch_progress *progress, size_t total);
/** One result; @p error is NULL if it was graded. */
void progress_add(struct batch_progress *progress, const char *student, const char *lab, double score,
                  double max_score, double seconds, const char *error);
/** Draws the bar anew where there is one; to be called about every second. */
void progress_draw(struct batch_progress *progress);
/** Takes the bar away. */
void progress_clear(const struct batch_progress *progress);

/** "3 s", "12 min", "1 h 20 min". */
void progress_duration(double seconds, char *text, size_t size);

/* Workers side by side, until every submission has its result. */

/**
 * Grades all targets that have no result. Ends early when Ctrl-C is typed, and when the grader itself fails
 * again and again.
 * @param jobs how many at a time
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool worker_pool_grade(struct gradebook *book, const struct intake *intake, size_t jobs,
                       struct batch_progress *progress, struct error *error);

#endif
