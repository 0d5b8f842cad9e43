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
 * Builds the submission, runs one task on the CPU engine with numbers that are easy to follow, and writes the
 * recording: a page, its JSON alone (FILE ends in .json), or text (FILE is "-").
 * @return exit code: 0 the trace is written without an error in it, 1 it is written with an error, or there
 * is nothing to trace; 2 the grader could not do its work
 */
int trace_submission(const struct cli *cli);

/** Prints a recording (trace.json of the engine, which may be malformed) as columns of text. */
void trace_print(FILE *out, const cJSON *trace);

/* One recorded run of one task, and the block size that shows most. */

/** The kind of error that no checker reports: the answer is wrong. */
#define TRACE_WRONG_ANSWER "wrong_answer"

/** A submission that was built for one block size, and the recording of one of its tasks. */
struct trace_run {
    struct grading *grading;      /**< owned */
    const struct spec_task *task; /**< the recorded task; NULL: none was selected and written */
    cJSON *reply;                 /**< its report, with the recording; NULL: it did not end normally. Owned */
    struct shape shape;           /**< of its case */
    unsigned char *input;         /**< its input; owned */
    unsigned char *output;        /**< its output and, from job_align() on, its input after the run; owned */
    size_t output_bytes;          /**< of the output in `output` */
    struct plan_data data;        /**< with the right answer; owned */
    size_t bins;                  /**< handled by its small blocks, one per thread; 0: all */
    struct error error;           /**< the reason if there is no reply */
};

/**
 * Builds the submission and records the first selected task that is written.
 * @param block threads per block if the submission uses WL_BLOCK(); 0: its own
 * @return false, with a sentence in @p error, if the grader itself could not do its work
 */
bool trace_run_make(struct trace_run *run, const struct cli *cli, long block, struct error *error);

/** The number of elements: each component of a vector is one of the requested numbers. */
int32_t trace_run_elements(const struct spec_task *task, const struct cli *cli);

/** Frees its data. */
void trace_run_free(struct trace_run *run);

/** Bytes of the output that the run's blocks handle: those of its bins, or all. */
size_t trace_run_looked_after(const struct trace_run *run);

/** The recording; NULL if there is none. */
cJSON *trace_run_recording(const struct trace_run *run);

/**
 * Compares the answer with the right one. If it is wrong, the recording gets an additional entry in "errors",
 * of the kind "wrong_answer", at the last store to the first wrong element, and "y" in events: those of their
 * cells that hold a wrong value in the end.
 * @param option of the launcher; nothing is compared if no case of the task has it
 * @return false if memory runs out
 */
bool trace_run_compare(struct trace_run *run, int32_t option);

/**
 * Selects blocks as small as the case if the submission sets their size with WL_BLOCK(), and if they behave
 * like its own: the same errors or, without errors, the same output. Then @p run becomes the run with these
 * blocks; in any case its recording has the choice in "threads".
 */
void trace_run_choose_block(struct trace_run *run, const struct cli *cli);

#endif
