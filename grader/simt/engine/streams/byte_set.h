/**
 * @file byte_set.h
 * @brief Sets of bytes of device memory, by their offset from SIMT_DEVICE_BASE: a bit for each byte of the
 * pages that are touched, and none for pages that are in the set as a whole.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMT_SET_PAGE = 4096, SIMT_SET_WORDS = SIMT_SET_PAGE / 64 };

/** The bytes of one page. */
struct simt_byte_page {
    uint64_t name;  /**< the page's number, and 1; 0: this place is free */
    uint64_t *bits; /**< SIMT_SET_WORDS words; NULL: all of its bytes. Owned */
};

/** A set; zeroed it is empty. */
struct simt_byte_set {
    struct simt_byte_page *slot; /**< a hash table of pages; owned */
    size_t capacity;             /**< places in it: 0 or a power of two */
    size_t count;                /**< pages in it */
    size_t latest;               /**< the place that was looked up last */
};

/** Adds the bytes [offset, offset + size). Ends the program if there is no memory. */
void simt_byte_set_add(struct simt_byte_set *set, uint64_t offset, uint64_t size);
/** Adds what is in @p from. */
void simt_byte_set_join(struct simt_byte_set *set, const struct simt_byte_set *from);
/** True if a byte of [offset, offset + size) is in the set. */
bool simt_byte_set_meets(const struct simt_byte_set *set, uint64_t offset, uint64_t size);
/** True if the sets have a byte in common. */
bool simt_byte_sets_meet(const struct simt_byte_set *a, const struct simt_byte_set *b);
/** Empties the set. */
void simt_byte_set_clear(struct simt_byte_set *set);
