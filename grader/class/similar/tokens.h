/**
 * @file tokens.h
 * @brief CUDA C as the sequence of tokens by which two texts are compared: what a copyist changes is left
 * out.
 */
#ifndef WARPLAB_TOKENS_H
#define WARPLAB_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A text's tokens, and where each of them stands. */
struct tokens {
    uint32_t
        *kind; /**< what it is: one number for all names, one for all numbers, one for all strings; owned */
    int *line; /**< of each, from 1; owned */
    size_t count; /**< of both */
};

/** Reads any text, C or not. @return false if memory is used up; @p tokens can be freed all the same */
bool tokens_read(struct tokens *tokens, const char *text);
/** Frees both arrays. */
void tokens_free(struct tokens *tokens);

#endif
