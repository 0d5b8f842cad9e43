/**
 * @file submission.h
 * @brief The student's file: found, read once, with normalised line ends.
 */
#ifndef WARPLAB_SUBMISSION_H
#define WARPLAB_SUBMISSION_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { SUBMISSION_MAX_BYTES = 1 << 20 };

/** One student's file. Freed with submission_free(). */
struct submission {
    char path[PATH_MAX]; /**< its path */
    char name[64];       /**< its name in messages: "lab3.cu" */
    char *text;          /**< without a byte order mark; lines end in '\n'; followed by a zero byte; owned */
    size_t length;       /**< bytes of `text` */
    char note[256];      /**< a note on unusual bytes, "" if there are none */
    struct error error;  /**< the reason why it cannot be source text, "" if it can */
};

/**
 * Reads a submission.
 * @param where a file, or a directory with LAB.cu
 * @param lab   the lab's name
 * @return false with an error if there is no such file to read; a file that is there but is no source text
 *         sets @c error
 */
bool submission_read(struct submission *submission, const char *where, const char *lab, struct error *error);
/**
 * One line of it.
 * @param line   counted from 1
 * @param length its bytes without the line's end
 * @return its start in the text; NULL if there is no such line
 */
const char *submission_line(const struct submission *submission, int line, size_t *length);
/** Frees the text. */
void submission_free(struct submission *submission);

/** The next word, number, literal or other character of a source from @p at, after blanks and comments.
 * @param length its bytes; 0 at the end */
const char *source_token(const char *at, size_t *length);

/* Finds kernels in a source. */

/**
 * @brief Finds the definition of a kernel by its name.
 *
 * @param text the source
 * @param name as in reports: template arguments and namespaces are ignored
 * @return the line of the name, from 1; 0 if the text does not define it, for example by a macro
 */
int kernel_line(const char *text, const char *name);

#endif
