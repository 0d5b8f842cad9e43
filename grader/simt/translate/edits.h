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
    uint32_t at, removed;
    uint32_t order; /**< insertions at one place appear in the order they were made */
    char *text;
};

struct edit_list {
    struct edit *edits;
    size_t count, capacity;
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
void edits_free(struct edit_list *list);

#endif
