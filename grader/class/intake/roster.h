/**
 * @file roster.h
 * @brief Who Gradescope's submission_123 is: the list of names in its export.
 */
#ifndef WARPLAB_ROSTER_H
#define WARPLAB_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"

/** One person of one submission; a group's submission has several. */
struct roster_entry {
    char *submission; /**< "submission_123" */
    char *student;    /**< email address, or number, or name: the first that is there */
    time_t submitted; /**< when it was handed in, 0 if the list does not say */
};

/** Everybody that the list names. */
struct roster {
    struct roster_entry *items; /**< in the list's order */
    size_t count;               /**< of `items` */
};

/** Reads the bytes of submission_metadata.yml. @return false with a sentence in @p error */
bool roster_read(struct roster *roster, const char *bytes, size_t length, struct error *error);
/** Frees all. */
void roster_free(struct roster *roster);

#endif
