/**
 * @file trace_run.h
 * @brief One recorded run of one task, and in blocks of which size it shows most.
 */
#ifndef WARPLAB_TRACE_RUN_H
#define WARPLAB_TRACE_RUN_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "cli.h"
#include "run/run.h"

/** A submission that was built with blocks of one size, and a task of it that was recorded. */
struct trace_run {
    struct grading *grading;      /**< owned */
    const struct spec_task *task; /**< that was recorded; NULL: none is wanted and written */
    cJSON *reply;          /**< its report, with the recording; NULL: it did not come to its end. Owned */
    unsigned char *output; /**< what it left; owned */
    size_t output_bytes;   /**< of `output` */
    struct error error;    /**< why there is no reply */
};

/**
 * Builds the submission and records the first task that is wanted and written.
 * @param block threads per block where the submission uses WL_BLOCK(); 0: as it says
 * @return false, with a sentence in @p error, if the grader itself could not do its work
 */
bool trace_run_make(struct trace_run *run, const struct cli *cli, long block, struct error *error);

/** Frees all that it has. */
void trace_run_free(struct trace_run *run);

/** The recording; NULL if there is none. */
cJSON *trace_run_recording(const struct trace_run *run);

/**
 * Takes blocks as small as the case where the submission says their size with WL_BLOCK(), and where they do
 * what its own do: the same errors, or without errors the same output. Then @p run is the run with those; in
 * any case its recording says in "threads" what was chosen.
 */
void trace_run_choose_block(struct trace_run *run, const struct cli *cli);

#endif
