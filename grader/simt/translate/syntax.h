/**
 * @file syntax.h
 * @brief As much of C++'s syntax as the translator needs: brackets, template arguments, scopes, declarations.
 *
 * It works on tokens alone, without knowing any type. For malformed text the answers are NO_TOKEN or absent;
 * the compiler reports such text.
 */
#pragma once

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

/** @name A declaration, read by declaration.c
 * @{ */
enum { DECLARATORS_MAX = 64 };

/** One declaration, by the numbers of its tokens. */
struct declaration {
    uint32_t first;                  /**< its first token */
    uint32_t semicolon;              /**< its last */
    uint32_t names[DECLARATORS_MAX]; /**< the token that names each variable */
    size_t name_count;               /**< of `names` */
    uint32_t alignas_word;           /**< NO_TOKEN if absent */
    uint32_t initializer;            /**< its first token, or NO_TOKEN */
    bool unsized[DECLARATORS_MAX];   /**< its first dimension is empty: `name[]` */
    bool is_extern;                  /**< it has the word `extern` */
};

/**
 * Reads the declaration in which token @p at is a specifier.
 * @return false if it cannot be understood
 */
bool declaration_read(const struct token_list *list, uint32_t at, struct declaration *out);
/** @} */

/** If token @p i begins an assembly statement, the token after its modifiers; else NO_TOKEN. */
uint32_t syntax_assembly(const struct token_list *list, uint32_t i);
