/**
 * @file lexer.h
 * @brief Preprocessed C++ text as a list of tokens, each with the user's file and line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** "No such token". */
#define NO_TOKEN UINT32_MAX

/** The kinds of token. */
enum token_kind {
    TOKEN_EDGE, /**< before the first and after the last token */
    TOKEN_NAME, /**< identifier or keyword */
    TOKEN_NUMBER,
    TOKEN_QUOTED, /**< string or character literal; a raw string with its prefix */
    TOKEN_MARK    /**< punctuation; `<` and `>` are always single, so that `>>` can close two templates */
};

/** One token. */
struct token {
    uint32_t start;  /**< its first byte in the text */
    uint32_t length; /**< in bytes */
    uint32_t line;   /**< in the user's file, according to the line markers */
    uint32_t match;  /**< the other one of a pair of brackets, or NO_TOKEN */
    uint16_t file;   /**< index into token_list::files */
    uint8_t kind;    /**< an enum token_kind */
    bool system;     /**< comes from a system header */
};

/** Tokens 1 to count - 2 are the text's; the first and the last are edges. */
struct token_list {
    const char *text;      /**< the caller's */
    size_t length;         /**< bytes of `text` */
    struct token *tokens;  /**< in the order of the text; owned */
    uint32_t count;        /**< of `tokens` */
    char **files;          /**< the names of the files in line markers; owned */
    uint16_t file_count;   /**< of `files` */
    struct token *pragmas; /**< the text after each word `#pragma`; owned */
    uint32_t pragma_count; /**< of `pragmas` */
};

/**
 * Splits preprocessed text into tokens; comments and directives are skipped, line markers are followed, and
 * pragmas are listed beside the tokens.
 * Never fails: an unterminated literal ends with its line.
 * @param length less than 4 GiB
 */
void lexer_run(const char *text, size_t length, struct token_list *out);
/** Frees what lexer_run() allocated. */
void token_list_free(struct token_list *list);

/** True if token @p i is spelled exactly so. */
bool token_is(const struct token_list *list, uint32_t i, const char *spelling);
/** True if token @p i is spelled as one of the words in the NULL-terminated list. */
bool token_is_one_of(const struct token_list *list, uint32_t i, const char *const *words);
/** True if token @p i begins so. */
bool token_begins(const struct token_list *list, uint32_t i, const char *prefix);
/** The token's text as two printf arguments, a precision and a string. */
#define TOKEN_TEXT(list, i) (int)(list)->tokens[i].length, (list)->text + (list)->tokens[i].start
/** First byte after the token. */
uint32_t token_end(const struct token_list *list, uint32_t i);
/** True if no byte is between token @p i and the next. */
bool token_touches_next(const struct token_list *list, uint32_t i);

/* Memory for simtcc, which cannot go on without it: its functions end the program with exit code 2 and
   a message when memory runs out. */

/** Says that memory ran out and ends the program. */
_Noreturn static inline void memory_fail(void) {
    fputs("simtcc: error: out of memory\n", stderr);
    exit(2);
}

/** Like realloc(), but it never returns NULL. */
static inline void *memory_resize(void *old, size_t size) {
    void *block = realloc(old, size ? size : 1);
    if (!block)
        memory_fail();
    return block;
}

/**
 * Makes room for one more element in a growing array.
 * @param array    the array, or NULL if empty
 * @param count    elements in it now
 * @param capacity elements it has room for; updated
 * @param size     of one element
 * @return the array, perhaps moved
 */
static inline void *memory_grow(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    *capacity = *capacity ? *capacity * 2 : 64;
    return memory_resize(array, *capacity * size);
}
