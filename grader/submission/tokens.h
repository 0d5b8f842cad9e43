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

/** Where a token stands in its text. */
struct token_place {
    uint32_t begin; /**< index of its first byte */
    uint32_t end;   /**< index behind its last byte */
    int line;       /**< from 1 */
};

/** A text's tokens, and where each of them stands. */
struct tokens {
    uint32_t
        *kind; /**< what it is: one number for all names, one for all numbers, one for all strings; owned */
    struct token_place *place; /**< of each; owned */
    size_t count;              /**< of both */
};

/** Reads any text of less than 4 GiB, C or not. @return false if memory is used up; @p tokens can be freed
 * all the same */
bool tokens_read(struct tokens *tokens, const char *text);
/** Frees both arrays. */
void tokens_free(struct tokens *tokens);

#endif
