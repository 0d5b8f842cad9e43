/**
 * @file declaration.h
 * @brief Reads the declaration around a `__shared__`.
 */
#ifndef SIMT_DECLARATION_H
#define SIMT_DECLARATION_H

#include "lexer.h"

enum { DECLARATORS_MAX = 64 };

/** One declaration, by the numbers of its tokens. */
struct declaration {
    uint32_t first;                  /**< its first token */
    uint32_t semicolon;              /**< its last */
    uint32_t names[DECLARATORS_MAX]; /**< the token that names each variable */
    size_t name_count;               /**< of `names` */
    uint32_t alignas_word;           /**< NO_TOKEN if absent */
    uint32_t initializer;            /**< its first token, or NO_TOKEN */
    bool is_extern;                  /**< it has the word `extern` */
};

/**
 * Reads the declaration in which token @p at is a specifier.
 * @return false if it cannot be understood
 */
bool declaration_read(const struct token_list *list, uint32_t at, struct declaration *out);

#endif
