/**
 * @file forget.h
 * @brief What a gradebook is to forget: a student, or what is older than a date.
 *
 * What is forgotten is overwritten in the file, not only unlinked. Copies of the file, exports and uploads
 * are not the gradebook's.
 */
#ifndef WARPLAB_FORGET_H
#define WARPLAB_FORGET_H

#include <stdio.h>

#include "class/gradebook/gradebook.h"

/** What there was of it. */
struct gradebook_forgotten {
    int students;    /**< of whom nothing is left */
    int submissions; /**< students' labs */
    int results;     /**< of them, earlier ones too */
    int texts;       /**< that no other student had handed in */
};

/** Forgets all about a student, named as results have it; in the log, too. Fails while submissions are being
 * graded. */
bool gradebook_forget(struct gradebook *book, const char *student, struct gradebook_forgotten *forgotten);

/** What is forgotten by date. */
struct gradebook_retention {
    long long before; /**< seconds since 1970: what was handed in earlier; where that is unknown, graded */
    bool keep_scores; /**< scores stay; texts and reports go */
    bool try_only;    /**< nothing is changed, only counted */
};

/** Forgets what is older than a date. Fails while submissions are being graded. */
bool gradebook_forget_before(struct gradebook *book, const struct gradebook_retention *retention,
                             struct gradebook_forgotten *forgotten);

/* A copy of a gradebook without anybody's name. */

/**
 * Writes a new gradebook @p path. Students are "student-001" and so on, in an order that is drawn each time.
 * Of reports it has what each check came to, without its sentence; it has no texts, no roster, no log, no
 * names of files, and another secret.
 * @param key gets who is who, as a CSV, which is nowhere else; may be NULL
 */
bool gradebook_pseudonymise(struct gradebook *book, const char *path, FILE *key);

#endif
