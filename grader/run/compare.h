/**
 * @file compare.h
 * @brief A launcher's output against the right answer: exact, and explained where it is wrong.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lab/plan.h"
#include "lab/spec.h"
#include "runner/job.h"

/** How an output compares with the right answer. */
struct comparison {
    bool right;          /**< every word is the expected one */
    bool in_part;        /**< of the first wrong element some bytes were written, and others not */
    bool partly_written; /**< some words of output were written, and others not */
    bool input_modified; /**< some element of the input is not what it was */
    bool diagnosed;      /**< it is known what mistake gives this */
    bool untouched;      /**< not a word of output was written */
    char message[400];   /**< where wrong: expected and actual, and what mistake gives this; where only the
                            input was modified: the first element that was */
};

/**
 * Compares.
 * @param input  the parent's own copy of what the launcher was given
 * @param actual the output as the runner left it
 * @param after  the input as the runner left it
 */
void compare(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
             const void *input, const void *actual, const void *after);

/* The answers of a launcher's timed calls, each to an input of its own, compared with the reference. */

/**
 * Whether the first @p calls answers to a timing job are right, bit by bit.
 * @param task what was timed
 * @param job what the runner was asked for; call r's input is the base varied by `variation[r]`
 * @param base the job's input: `input_bytes`
 * @param answers one after the other, each `output_bytes`, rounded up by job_align()
 * @param right receives it
 * @return false if memory is used up, and nothing is known
 */
bool answers_check(const struct spec_task *task, const struct job *job, const void *base, const void *answers,
                   uint32_t calls, bool *right);
