/**
 * @file change.h
 * @brief Why a score is an earlier one: what has changed since it was reached.
 */
#ifndef WARPLAB_CHANGE_H
#define WARPLAB_CHANGE_H

#include <stddef.h>

#include "class/gradebook/gradebook.h"

/** What has changed; a set of bits. */
enum gradebook_change {
    CHANGE_TEXT = 1,      /**< another text was handed in */
    CHANGE_SENT_BACK = 2, /**< somebody sent it back */
    CHANGE_SEED = 4,      /**< another seed is asked for */
    CHANGE_BACKEND = 8,   /**< another backend is asked for */
    CHANGE_ENGINE = 16,   /**< the engine's sources */
    CHANGE_GRADER = 32,   /**< the grader's sources */
    CHANGE_LAB = 64,      /**< the lab's spec or interface */
    CHANGE_KIT = 128      /**< one of the last three, but the gradebook does not know which */
};

/**
 * What has changed since a result's score was reached; 0 if nothing has, or if there is no score, or if its
 * text was removed, so that there is nothing that could be graded again.
 * @param now the lab's version in this program, as version_of() has it; NULL if there is no such lab
 */
unsigned gradebook_changes(const struct gradebook_result *result, const char *now);

/** "another text was handed in, the lab's spec has changed". @return @p words */
const char *gradebook_change_words(unsigned changes, char *words, size_t size);

#endif
