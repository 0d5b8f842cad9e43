/**
 * @file given.h
 * @brief Code that everybody was given, and what is left of a submission without it.
 */
#ifndef WARPLAB_GIVEN_H
#define WARPLAB_GIVEN_H

#include "submission/tokens.h"

/** The least number of tokens in a row that are taken out as given. */
enum { GIVEN_LEAST_TOKENS = 20 };

/** Runs of tokens that were given, as a hash table. Zeroed is empty. */
struct given {
    uint64_t *slots; /**< hashes of runs, 0 where there is none; owned */
    size_t room;     /**< of `slots`, a power of two or 0 */
    size_t count;    /**< that are taken */
};

/** Adds a text's runs. @return false if memory is used up */
bool given_add(struct given *given, const char *text);
/** Takes the tokens out that lie in a run which was given, whatever its names are. The others keep their
 * places. @return false if memory is used up */
bool given_take_out(const struct given *given, struct tokens *tokens);
/** Frees the table. */
void given_free(struct given *given);

#endif
