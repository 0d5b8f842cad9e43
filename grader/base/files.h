/**
 * @file read_file.h
 * @brief A file's bytes, read once and never through a link; or written, all of them.
 */
#ifndef WARPLAB_BATCH_BYTES_H
#define WARPLAB_BATCH_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/** Reads a plain file of at most `most` bytes. The caller frees *bytes. On failure false, with why. */
bool bytes_read(const char *path, size_t most, char **bytes, size_t *length, char *why, size_t size);
/** Writes all bytes to a descriptor. @return false with errno set */
bool bytes_write(int file, const void *bytes, size_t length);

#endif
