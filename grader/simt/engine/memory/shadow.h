/**
 * @file shadow.h
 * @brief Shadow state of device memory: who touched each word last, as far as a race could follow from it.
 *
 * A cell stands for one 4-byte word; in a page in which a narrower access was seen, for one byte. It keeps
 * the last plain write and a summary of the readers since; atomics have a summary of their own beside it,
 * touched only where there are atomics. A summary keeps the lanes of the latest warp exactly, and one party
 * from elsewhere, the farther the better: for any later access at least one kept party is unordered with it
 * if any party is, so no race is lost (after the shadow cells of Serebryany and Iskhodzhanov,
 * "ThreadSanitizer", 2009, with the GPU's hierarchy in place of vector clocks).
 */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

/** A summary of accesses of one kind. @c mask is 0 when there are none. */
struct simt_party {
    uint32_t warp;        /**< the latest warp: its number in the launch */
    uint32_t mask;        /**< its lanes that accessed since its last full synchronisation */
    uint32_t stamp;       /**< the tick of the latest of them */
    uint32_t other;       /**< a thread of another warp, or better of another block: warp * 32 + lane */
    uint32_t other_stamp; /**< its tick; valid if @c other_site is not 0 */
    uint16_t site, other_site;
};

struct simt_cell {
    uint32_t era; /**< the launch (global memory) or block (shared) that the rest belongs to */
    uint32_t writer, write_stamp;
    uint16_t write_site; /**< 0: no plain write in this era */
    uint16_t atomics;    /**< 1: the summary of atomics is of this era too */
    struct simt_party readers;
};

/** @name Linear areas, indexed by window offset: by 4-byte word, or by byte where the page is split
 * @{ */
extern struct simt_cell *simt_word_cells, *simt_byte_cells;
extern struct simt_party *simt_word_atomics, *simt_byte_atomics;
extern uint8_t *simt_byte_pages; /**< by 4096-byte page: 1 if its cells are bytes */
/** @} */

/** Makes the cells of a page stand for bytes. @return false if there is no memory for them */
bool simt_split_page(uint64_t page);

/** One bit for each byte of the window: written by somebody. */
uint8_t *simt_initialized_bits(void);

static inline void simt_set_initialized_bits(uint8_t *bits, uint64_t offset, unsigned count, bool value) {
    uint8_t mask = (uint8_t)(((1u << count) - 1) << offset % 8);
    if (value)
        bits[offset / 8] |= mask;
    else
        bits[offset / 8] &= (uint8_t)~mask;
}

#endif
