/**
 * @file forget.h
 * @brief Removes data from a gradebook: a student, or everything older than a date.
 *
 * The data is overwritten in the file, not only unlinked. Copies of the file, exports and uploads are not
 * touched.
 */
#ifndef WARPLAB_FORGET_H
#define WARPLAB_FORGET_H

#include <stdio.h>

#include "class/gradebook/gradebook.h"

/** What was removed. */
struct gradebook_forgotten {
    int students;    /**< of whom nothing is left */
    int submissions; /**< the labs of students */
    int results;     /**< for them, including outdated ones */
    int texts;       /**< that no other student had handed in */
};

/** Removes all data of a student, named as in the results, including the log. Fails while submissions are
 * being graded. */
bool gradebook_forget(struct gradebook *book, const char *student, struct gradebook_forgotten *forgotten);

/** What is removed by date. */
struct gradebook_retention {
    long long before; /**< seconds since 1970: what was handed in (or, if that is unknown, graded) earlier */
    bool keep_scores; /**< scores are kept; texts and reports are removed */
    bool try_only;    /**< only counts, and changes nothing */
};

/** Removes everything older than a date. Fails while submissions are being graded. */
bool gradebook_forget_before(struct gradebook *book, const struct gradebook_retention *retention,
                             struct gradebook_forgotten *forgotten);

/* A copy of a gradebook without names. */

/**
 * Writes a new gradebook @p path. Students are named "student-001" and so on, in a random order that differs
 * each time. Reports keep each check's outcome without its sentence; texts, the roster, the log and file
 * names are left out, and the secret is a new one.
 * @param key gets the names behind the pseudonyms, as a CSV; they are stored nowhere else; may be NULL
 */
bool gradebook_pseudonymise(struct gradebook *book, const char *path, FILE *key);

#endif
