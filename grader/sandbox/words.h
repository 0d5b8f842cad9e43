/**
 * @file words.h
 * @brief A growing list of words: the command line of a program to start. Nothing is freed: it is built in a
 * process that is about to become that program.
 */
#ifndef WARPLAB_SANDBOX_WORDS_H
#define WARPLAB_SANDBOX_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/** The words so far. Zeroed is none. */
struct words {
    char **list;     /**< ends with NULL */
    size_t count;    /**< words, without the closing NULL */
    size_t capacity; /**< words that there is room for, with it */
    bool failed;     /**< out of memory; later additions do nothing */
};

/** Adds words up to the closing NULL: words_add(&words, "--bind", path, path, NULL). */
void words_add(struct words *words, const char *first, ...) __attribute__((sentinel));
/** Adds one word, as printf would. */
void words_format(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
