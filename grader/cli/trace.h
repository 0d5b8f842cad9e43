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

/**
 * Says before any work is done whether trace_write() can do its own.
 * @return false with a sentence in @p why
 */
bool trace_can_write(const struct cli *cli, char *why, size_t size);

/**
 * Writes a recording (trace.json of the engine, which may be odd in any way) to the file that the command
 * line names, as a page, JSON, a picture or text, by that name; with --compare, as a page of two.
 * @return false with a sentence in @p why if it cannot be written, or has nothing of what was asked for
 */
bool trace_write(const struct cli *cli, const cJSON *trace, char *why, size_t size);

/** Says how to open a page, on this machine; of other files nothing. */
void trace_tell_opening(FILE *out, const char *path);

#endif
