/**
 * @file source.h
 * @brief A submission's text as it is graded: read once, and brought to UTF-8 where an editor or a shell
 * wrote UTF-16.
 */
#ifndef WARPLAB_SOURCE_H
#define WARPLAB_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Reads a file of at most UNPACK_MAX_SOURCE bytes. The caller frees @p bytes.
 * @param converted gets whether it was UTF-16; may be NULL
 * @return false with a sentence in @p why
 */
bool source_read(const char *path, char **bytes, size_t *length, bool *converted, char *why, size_t size);

#endif
