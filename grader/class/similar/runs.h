/**
 * @file runs.h
 * @brief Hashes of all runs of so and so many tokens of a text (Karp and Rabin).
 */
#ifndef WARPLAB_RUNS_H
#define WARPLAB_RUNS_H

#include "submission/tokens.h"

/** The number of runs of @p length tokens. */
size_t run_count(const struct tokens *tokens, size_t length);
/** The hash of the run of @p length tokens that begins at @p at. */
uint64_t run_hash(const struct tokens *tokens, size_t at, size_t length);
/** The hash of the run behind that one, from its hash; @p weight is run_weight() of that length. */
uint64_t run_hash_next(uint64_t hash, uint64_t weight, const struct tokens *tokens, size_t at, size_t length);
/** What the first token of a run counts in its hash. */
uint64_t run_weight(size_t length);
/** The hashes of all runs of @p length tokens, in their order: run_count() of them. The caller frees them;
 * NULL if memory is used up. */
uint64_t *run_hashes(const struct tokens *tokens, size_t length);

#endif
