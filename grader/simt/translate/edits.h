/**
 * @file edits.h
 * @brief Changes to a text, collected in any order and applied at once.
 */
#ifndef SIMT_EDITS_H
#define SIMT_EDITS_H

#include <stddef.h>
#include <stdint.h>

/** At byte @c at: @c removed bytes go, @c text comes. At one place insertions come before a removal. */
struct edit {
    uint32_t at;      /**< byte of the text */
    uint32_t removed; /**< how many bytes go; 0: an insertion */
    uint32_t order;   /**< insertions at one place appear in the order they were made */
    char *text;       /**< what comes; owned */
};

/** Edits of one text. Zeroed is none. */
struct edit_list {
    struct edit *edits; /**< in the order they were made */
    size_t count;       /**< of `edits` */
    size_t capacity;    /**< edits there is room for */
};

/** Puts text, printf-like, before byte @p at. */
void edit_insert(struct edit_list *list, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Puts text, printf-like, in the place of @p removed bytes. */
void edit_replace(struct edit_list *list, uint32_t at, uint32_t removed, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * The text with all edits applied; an edit inside bytes that another removed is dropped.
 * @param[out] out_length bytes of the result, without the final NUL
 * @return allocated; the caller frees it
 */
char *edits_apply(struct edit_list *list, const char *text, size_t length, size_t *out_length);
/** Frees the edits. */
void edits_free(struct edit_list *list);

#endif
