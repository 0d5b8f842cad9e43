/**
 * @file tiling.h
 * @brief The runs of tokens that two texts have in common.
 */
#ifndef WARPLAB_TILING_H
#define WARPLAB_TILING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "submission/tokens.h"

/** Where in a text each run of so and so many tokens begins, in the order of their hashes. */
struct runs {
    /** One of them. */
    struct run {
        uint64_t hash; /**< of the run's tokens */
        size_t at;     /**< index of its first token */
    } * run;           /**< owned */
    size_t count;      /**< of `run` */
    size_t tokens;     /**< in each run */
};

/** A run that two texts share. */
struct tile {
    size_t at[2];  /**< index of its first token in each text */
    size_t tokens; /**< how long it is */
};

/** All runs of @p length tokens. @return false if memory is used up; @p runs can be freed all the same */
bool runs_of(struct runs *runs, const struct tokens *tokens, size_t length);
/** Frees the runs. */
void runs_free(struct runs *runs);

/**
 * Finds what @p a and @p b have in common, of the length of @p runs or more, from the beginning of @p a on.
 * @param runs  those of @p b
 * @param taken room for a byte for each token of @p b
 * @param tiles room for as many as @p a has runs in a row
 * @return how many there are
 */
size_t tiles_find(const struct tokens *a, const struct tokens *b, const struct runs *runs, uint8_t *taken,
                  struct tile *tiles);

#endif
