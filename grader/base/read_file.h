/**
 * @file read_file.h
 * @brief A file's bytes, read once and never through a link.
 */
#ifndef WARPLAB_BATCH_BYTES_H
#define WARPLAB_BATCH_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/** Reads a plain file of at most `most` bytes. The caller frees *bytes. On failure false, with why. */
bool bytes_read(const char *path, size_t most, char **bytes, size_t *length, char *why, size_t size);

#endif
