/**
 * @file progress.h
 * @brief How far a batch has come: a bar on a terminal, plain lines elsewhere.
 */
#ifndef WARPLAB_BATCH_BOARD_H
#define WARPLAB_BATCH_BOARD_H

#include <stdbool.h>
#include <stddef.h>

/** The counts, and where they are shown. Zeroed and begun by board_begin(). */
struct board {
    bool terminal;    /**< standard output is one: a bar is drawn */
    size_t total;     /**< submissions that can be graded */
    size_t before;    /**< that had their result already */
    size_t graded;    /**< by this batch */
    size_t troubled;  /**< that the grader could not do its work on */
    size_t elsewhere; /**< that another grader is at work on */
    double begin;     /**< when the batch began, in seconds by clock_now() */
    double drawn;     /**< when the bar was last drawn */
};

/** Starts the clock, and the bar. */
void board_begin(struct board *board, size_t total);
/** One result; @p trouble is NULL if it was graded. */
void board_add(struct board *board, const char *student, const char *lab, double score, double max_score,
               double seconds, const char *trouble);
/** Draws the bar anew where there is one; to be called about every second. */
void board_tick(struct board *board);
/** Takes the bar away. */
void board_clear(const struct board *board);

/** "3 s", "12 min", "1 h 20 min". */
void board_duration(double seconds, char *text, size_t size);

#endif
