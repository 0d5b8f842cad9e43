/**
 * @file trace.h
 * @brief `grade LAB --trace FILE`: a submission's own kernels on a small input, step by step.
 */
#ifndef WARPLAB_TRACE_H
#define WARPLAB_TRACE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli.h"
#include "run/run.h"

/**
 * Builds the submission, runs one task on the CPU engine with numbers that are easy to follow, and writes
 * what happened: a page, its JSON alone (FILE ends in .json), or text (FILE is "-").
 * @return exit code: 0 the trace is written and nothing in it is wrong, 1 it is written and something is, or
 *         there is nothing to trace; 2 the grader could not do its work
 */
int trace_submission(const struct cli *cli);

/** Prints a recording (trace.json of the engine, which may be odd in any way) as columns of text. */
void trace_print(FILE *out, const cJSON *trace);

/* One recorded run of one task, and in blocks of which size it shows most. */

/** The kind of error that is no checker's: the answer is wrong. */
#define TRACE_WRONG_ANSWER "wrong_answer"

/** A submission that was built with blocks of one size, and a task of it that was recorded. */
struct trace_run {
    struct grading *grading;      /**< owned */
    const struct spec_task *task; /**< that was recorded; NULL: none is wanted and written */
    cJSON *reply;          /**< its report, with the recording; NULL: it did not come to its end. Owned */
    struct shape shape;    /**< of its case */
    unsigned char *input;  /**< what it was given; owned */
    unsigned char *output; /**< what it left, and from job_align() on its input as it left that; owned */
    size_t output_bytes;   /**< of `output` alone */
    struct plan_data data; /**< with the right answer; owned */
    size_t bins;           /**< that its small blocks look after, as one does for each thread; 0: all */
    struct error error;    /**< why there is no reply */
};

/**
 * Builds the submission and records the first task that is wanted and written.
 * @param block threads per block where the submission uses WL_BLOCK(); 0: as it says
 * @return false, with a sentence in @p error, if the grader itself could not do its work
 */
bool trace_run_make(struct trace_run *run, const struct cli *cli, long block, struct error *error);

/** How many elements there are: of vectors each component is one of the numbers that were asked for. */
int32_t trace_run_elements(const struct spec_task *task, const struct cli *cli);

/** Frees all that it has. */
void trace_run_free(struct trace_run *run);

/** Bytes of the output that the run's blocks look after: those of its bins, or all. */
size_t trace_run_looked_after(const struct trace_run *run);

/** The recording; NULL if there is none. */
cJSON *trace_run_recording(const struct trace_run *run);

/**
 * Compares the answer with the right one. Where it is wrong, the recording gets one more of its "errors", of
 * the kind "wrong_answer", at the last store to the first wrong element, and "y" in events: those of their
 * cells that hold a wrong value in the end.
 * @param option of the launcher; nothing is compared where no case of the task has it
 * @return false if memory is used up
 */
bool trace_run_compare(struct trace_run *run, int32_t option);

/**
 * Takes blocks as small as the case where the submission says their size with WL_BLOCK(), and where they do
 * what its own do: the same errors, or without errors the same output. Then @p run is the run with those; in
 * any case its recording says in "threads" what was chosen.
 */
void trace_run_choose_block(struct trace_run *run, const struct cli *cli);

#endif
