/**
 * @file footprint.h
 * @brief Which bytes of global memory the blocks of a launch have touched, and which of them written.
 *
 * A bit for each byte of the window, and a byte for each of its pages. Two sets of blocks whose footprints do
 * not meet cannot have seen each other: one may have run before, after, or beside the other.
 */
#ifndef SIMT_FOOTPRINT_H
#define SIMT_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/log/request.h"

/** What some blocks touched. */
struct simt_footprint {
    uint64_t span;     /**< bytes of the window that it covers */
    uint8_t *pages;    /**< by page: 0, or what was done there */
    uint64_t *touched; /**< a bit a byte */
    uint64_t *written; /**< likewise */
};

/** Bytes of memory for one of a window of @p span bytes; a multiple of the page's size. */
size_t simt_footprint_bytes(uint64_t span);
/** Lays one out in so many bytes, which are zero. */
struct simt_footprint simt_footprint_at(void *memory, uint64_t span);
/** Adds what the lanes of a request touch. */
void simt_footprint_add(struct simt_footprint *footprint, const struct simt_request *request);
/** True if one wrote what the other touched. */
bool simt_footprints_meet(const struct simt_footprint *a, const struct simt_footprint *b);
/** Copies each page that was written from the window to the same place behind @p pages. */
void simt_footprint_carry_out(const struct simt_footprint *footprint, char *pages);
/** Copies the bytes that were written from there to the window, and marks them as written. */
void simt_footprint_bring_in(const struct simt_footprint *footprint, const char *pages);

#endif
