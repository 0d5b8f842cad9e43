/**
 * @file edit_distance.h
 * @brief How far apart two words are, to suggest what was meant.
 */
#ifndef WARPLAB_EDIT_DISTANCE_H
#define WARPLAB_EDIT_DISTANCE_H

#include <stddef.h>

/** Fewest insertions, deletions and replacements of one character that turn @p a into @p b (Levenshtein
 * 1966). Characters beyond the 63rd are ignored. */
size_t edit_distance(const char *a, const char *b);

#endif
