/**
 * @file syntax.h
 * @brief As much of C++'s shape as the translator needs: pairs of brackets, template arguments, scopes.
 *
 * All of it is by looking at tokens, without knowing a single type. Where a text is malformed the answers
 * are NO_TOKEN or absent, and the text is left to the compiler.
 */
#ifndef SIMT_SYNTAX_H
#define SIMT_SYNTAX_H

#include "lexer.h"

/** Sets token::match for every pair of (), [] and {}. */
void syntax_match_brackets(struct token_list *list);

/** The `>` that closes the template arguments opened by the `<` at @p open, or NO_TOKEN. */
uint32_t syntax_angle_close(const struct token_list *list, uint32_t open);
/** The `<` that opens the template arguments closed by the `>` at @p close, or NO_TOKEN. */
uint32_t syntax_angle_open(const struct token_list *list, uint32_t close);
/** True for names such as `__attribute__` and `alignas`, whose parentheses are no parameter list. */
bool syntax_is_attribute(const struct token_list *list, uint32_t i);
/** First parenthesis in [first, end) that opens a parameter list, or NO_TOKEN. */
uint32_t syntax_parameters(const struct token_list *list, uint32_t first, uint32_t end);

/** A definition or declaration outside functions. */
struct region {
    /** The kinds of region. */
    enum region_kind { REGION_FUNCTION, REGION_DECLARATION } kind; /**< what it is */
    uint32_t first;                                                /**< its first token */
    uint32_t body;                                                 /**< a function's opening brace */
    uint32_t last;                                                 /**< closing brace or semicolon */
    uint32_t parent; /**< the closing brace of the namespace or class around it, or the last edge */
    bool kernel;     /**< the head has `__global__` */
    bool device;     /**< the head has `__device__` */
};

/** The regions of a text. */
struct outline {
    struct region *regions; /**< in the order of the text, none inside another */
    size_t count;           /**< of `regions` */
    size_t capacity;        /**< regions there is room for */
};

/** Finds the functions and declarations of namespaces and classes. Brackets must have been matched. */
void syntax_outline(const struct token_list *list, struct outline *out);
/** The region that holds token @p i, or NULL. */
const struct region *outline_find(const struct outline *outline, uint32_t i);
/** Frees what syntax_outline() allocated. */
void outline_free(struct outline *outline);

#endif
