/**
 * @file trace.h
 * @brief `grade LAB --trace FILE`: a submission's own kernels on a small input, step by step.
 */
#ifndef WARPLAB_TRACE_H
#define WARPLAB_TRACE_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "cli.h"

/**
 * Builds the submission, runs one task on the CPU engine with numbers that are easy to follow, and writes
 * what happened: a page, its JSON alone (FILE ends in .json), or text (FILE is "-").
 * @return exit code: 0 the trace is written and nothing in it is wrong, 1 it is written and something is, or
 *         there is nothing to trace; 2 the grader could not do its work
 */
int trace_submission(const struct cli *cli);

/** Prints a recording (trace.json of the engine, which may be odd in any way) as columns of text. */
void trace_print(FILE *out, const cJSON *trace);

#endif
