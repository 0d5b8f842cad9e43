/**
 * @file export_file.h
 * @brief A file that is written whole or not at all.
 */
#ifndef WARPLAB_EXPORT_FILE_H
#define WARPLAB_EXPORT_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/** A file that is being written. */
struct export_file {
    FILE *out;             /**< where to print */
    const char *path;      /**< where it will be */
    char beside[PATH_MAX]; /**< where it is written until it is whole; "" for what is no plain file */
};

/** Opens @p path, or standard output for "-". @return false with a sentence in @p why */
bool export_file_open(struct export_file *file, const char *path, char *why, size_t size);
/** Puts it in its place if it is @p good and was written without an error; otherwise nothing is left of it.
 * @return false with a sentence in @p why, which is left alone if it was not @p good */
bool export_file_close(struct export_file *file, bool good, char *why, size_t size);
/** A name that is safe as one part of a path, on any system: what is neither a letter nor a digit is
 * percent-encoded. */
void export_file_name(const char *text, char *name, size_t size);

#endif
