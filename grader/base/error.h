/**
 * @file error.h
 * @brief Why something could not be done, as one sentence that callers pass up until it is printed.
 *
 * A function that can fail takes a `struct error *` last and returns false, NULL or -1. It writes the error
 * only when it fails. No program parses the sentence.
 */
#ifndef WARPLAB_ERROR_H
#define WARPLAB_ERROR_H

#include <stdbool.h>

/** Bytes of a sentence with its end; a longer one is cut. */
enum { ERROR_SIZE = 1024 };

/** One sentence without a full stop; empty while nothing has failed. */
struct error {
    char text[ERROR_SIZE]; /**< the sentence */
};

/**
 * Writes the sentence, in the reader's language (language.h); printf-like.
 * @param error may be NULL: then the sentence is dropped
 * @return false, so that a function can end in `return error_set(...)`
 */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same, followed by ": " and the system's words for errno. */
bool error_set_system(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
