/**
 * @file first_wrong.h
 * @brief What a recording shows of a mistake: the first value inside a sum or scan of ints that is not what
 * it should be, and shared memory that is read and never written.
 *
 * A launcher is called with random numbers and recorded. The sum of some elements that follow each other is
 * then a number that no others have, so a value inside says of which elements it is the sum. Launch by launch
 * and block by block, what a block leaves is compared with what it loaded: code that was given wrong numbers
 * and adds them up rightly is not blamed. The recording is made in the submission's own process, and may be
 * odd in any way: what makes no sense is left out.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A recorded call. */
struct recorded_call {
    const cJSON *driver;   /**< the driver's object of the reply to JOB_RECORD_WHOLE */
    const char *file;      /**< the submission's name */
    const uint32_t *input; /**< its random numbers */
    int32_t n;             /**< of them */
    const void *expected;  /**< the right answer, ints */
    size_t expected_count; /**< of them */
    const uint32_t *shown; /**< the numbers of the input that the report shows, as many */
};

/** What was found. */
struct first_wrong {
    int line;        /**< of the submission that made the value; 0: unknown */
    char words[512]; /**< a sentence; "": nothing was found */
};

/** Looks for the first wrong value; @p found is empty if the task is no sum and no scan, or nothing is known.
 */
void first_wrong_find(struct first_wrong *found, const struct recorded_call *call);

/**
 * Looks for an element of shared memory that is read in a line that a checker blames for it, and that no
 * other thread of the block ever writes (never_written.c).
 * @param words  receives a sentence; "" if there is none in the recording
 * @param driver the driver's object of the reply to JOB_RECORD_WHOLE
 * @param file   the submission's name
 */
void never_written_find(char *words, size_t size, const cJSON *driver, const char *file);
