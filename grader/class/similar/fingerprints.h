/**
 * @file fingerprints.h
 * @brief Which texts may share much: an index of fingerprints, so that most pairs are never compared.
 *
 * Fingerprints are chosen by winnowing (Schleimer, Wilkerson and Aiken, Winnowing: Local Algorithms for
 * Document Fingerprinting, 2003): of each window of hashes of runs the smallest. Two texts that share a run
 * of FINGERPRINT_LEAST_SHARED tokens share a fingerprint in it, and one for each FINGERPRINT_MOST_APART
 * tokens of a longer one: so a pair that shares more tokens than it has fingerprints in common for is not
 * missed.
 */
#ifndef WARPLAB_FINGERPRINTS_H
#define WARPLAB_FINGERPRINTS_H

#include "submission/tokens.h"

enum {
    FINGERPRINT_TOKENS = 15, /**< in the run that a fingerprint is of */
    FINGERPRINT_WINDOW = 16, /**< runs of which one is chosen */
    /** A shared run as long as this has a fingerprint, which both have. */
    FINGERPRINT_LEAST_SHARED = FINGERPRINT_TOKENS + FINGERPRINT_WINDOW - 1,
    /** A shared run has at least one fingerprint for each so many tokens: the longest that may have only
     * one. */
    FINGERPRINT_MOST_APART = FINGERPRINT_LEAST_SHARED + FINGERPRINT_WINDOW - 1
};

/** That a text has a fingerprint. */
struct fingerprint {
    uint64_t hash;  /**< of the run */
    uint32_t text;  /**< its number */
    uint32_t count; /**< how often it was chosen there */
};

/** Fingerprints of many texts. Zeroed is empty. */
struct fingerprints {
    struct fingerprint *items; /**< those of a text stand together until they are sorted; owned */
    size_t count;              /**< of `items` */
    size_t room;               /**< items there is memory for */
};

/** Adds those of the run of tokens from @p first to before @p end, as @p text. @return false if memory is
 * used up */
bool fingerprints_add(struct fingerprints *fingerprints, uint32_t text, const struct tokens *tokens,
                      size_t first, size_t end);
/** Orders them by hash, then by text, each once: to be called after all were added, before any is looked
 * for. */
void fingerprints_sort(struct fingerprints *fingerprints);
/** The texts that have a fingerprint. @return the first of @p count */
const struct fingerprint *fingerprints_find(const struct fingerprints *fingerprints, uint64_t hash,
                                            size_t *count);
/** Frees them. */
void fingerprints_free(struct fingerprints *fingerprints);

#endif
