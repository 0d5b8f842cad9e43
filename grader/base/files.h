/**
 * @file files.h
 * @brief A file's bytes, read once and never through a link; or written, all of them.
 */
#ifndef WARPLAB_FILES_H
#define WARPLAB_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/** Reads a plain file of at most `most` bytes. The caller frees *bytes. On failure false, with why. */
bool bytes_read(const char *path, size_t most, char **bytes, size_t *length, char *why, size_t size);
/** Writes all bytes to a descriptor. @return false with errno set */
bool bytes_write(int file, const void *bytes, size_t length);

/* A file that is written whole or not at all. */

/** A file that is being written. */
struct output_file {
    FILE *out;             /**< where to print */
    const char *path;      /**< where it will be */
    bool private;          /**< for its owner alone; set between opening and closing */
    char beside[PATH_MAX]; /**< where it is written until it is whole; "" for what is no plain file */
};

/** Opens @p path, or standard output for "-". @return false with the @p error */
bool output_file_open(struct output_file *file, const char *path, struct error *error);
/** Puts it in its place if it is @p good and was written without an error; otherwise nothing is left of it.
 * @return false with the @p error, which is left alone if it was not @p good */
bool output_file_close(struct output_file *file, bool good, struct error *error);

#endif
