/**
 * @file answers.h
 * @brief The answers of a launcher's timed calls, each to an input of its own, compared with the reference.
 */
#ifndef WARPLAB_ANSWERS_H
#define WARPLAB_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/spec.h"
#include "runner/job.h"

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

#endif
