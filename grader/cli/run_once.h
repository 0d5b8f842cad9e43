/**
 * @file run_once.h
 * @brief One grading, as somebody typed it: graded, remembered, reported.
 */
#ifndef WARPLAB_RUN_ONCE_H
#define WARPLAB_RUN_ONCE_H

#include "base/paths.h"
#include "cli.h"
#include "last_run.h"

/** The last run of what is to be graded. @return false if there is none that did not get full marks */
bool run_last(struct last_run *last, const struct cli *cli, const struct paths *paths);

/** A run on inputs that nobody asked for takes those that went wrong last, until they go right. */
void run_take_last_seed(struct cli *cli, const struct paths *paths);

/** Grades and reports. @return the exit code */
int run_once(const struct cli *cli);

/** Runs @p part with a grading of its own, and frees that. @return what @p part returns */
int run_with_grading(const struct cli *cli, int (*part)(const struct cli *, struct grading *));

/** Grades the small cases on the engine. @return false, and says why, with the exit code, if it cannot */
bool run_grade_small(const struct cli *cli, struct grading *grading, int *code);

/** Tries the small cases alone, and says what is wrong with them, or that they are right. @return the exit
 * code; EXIT_FULL_MARKS if they are right */
int run_small(const struct cli *cli);

#endif
