/**
 * @file shadow.h
 * @brief Shadow state of device memory: who accessed each word last, as far as a race could follow from it.
 *
 * A cell describes one 4-byte word, or, in a page in which a narrower access was seen, one byte. It
 * keeps the last plain write and a summary of the readers since; atomics have a summary of their own, instead
 * of the readers' if there are none, else beside it. A summary keeps the lanes of the
 * latest warp exactly, and one access from another warp, the farther the better: for any later access at
 * least one kept access is unordered with it if any access is, so no race is lost (after the shadow cells of
 * Serebryany and Iskhodzhanov, "ThreadSanitizer", 2009, with the GPU's hierarchy in place of vector clocks).
 *
 * The cells of bytes are packed, because they would take 40 bytes each: the four of a word share the parts
 * that are mostly equal (shadow.c), which leaves 14 bytes for each.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A summary of accesses of one kind. @c mask is 0 if there are none. */
struct simt_access_summary {
    uint32_t warp;            /**< the latest warp: its number in the launch */
    uint32_t mask;            /**< its lanes that accessed since its last full synchronisation */
    uint32_t timestamp;       /**< the timestamp of the latest of them */
    uint32_t other;           /**< a thread of another warp, or better of another block: warp * 32 + lane */
    uint32_t other_timestamp; /**< its timestamp; valid if @c other_site is not 0 */
    uint16_t site;            /**< the code site of the latest warp's access (sites.h) */
    uint16_t other_site;      /**< that of @c other; 0: there is no @c other */
};

/** Where the summary of a cell's atomics is. */
enum simt_atomics {
    SIMT_NO_ATOMICS,    /**< none in this epoch */
    SIMT_ATOMICS_ALONE, /**< in @c readers, because there were no readers */
    SIMT_ATOMICS_BESIDE /**< beside the cell */
};

/** Who accessed one word or byte. */
struct simt_cell {
    uint32_t epoch;           /**< the launch (global memory) or block (shared) that the rest belongs to */
    uint32_t writer;          /**< the thread of the last plain write: warp * 32 + lane */
    uint32_t write_timestamp; /**< its timestamp */
    uint16_t write_site;      /**< 0: no plain write in this epoch */
    uint16_t atomics;         /**< enum simt_atomics */
    struct simt_access_summary readers; /**< of plain reads since; or of atomics, see @c atomics */
};

/** @name Linear areas, indexed by device offset / 4
 * @{ */
/** The cells of words. */
extern struct simt_cell *simt_word_cells;
/** The summaries beside them. */
extern struct simt_access_summary *simt_word_atomics;
/** @} */
/** By 4096-byte page: 0 if its cells describe words; else they describe bytes, and this is their epoch. */
extern uint32_t *simt_narrow_epoch;

/** The cells of a word's four bytes, and the summaries beside them. */
struct simt_bytes {
    struct simt_cell cell[4];              /**< of each byte */
    struct simt_access_summary atomics[4]; /**< beside each; valid where the cell says so */
};

/** Makes the cells of a page describe bytes; @p epoch is the current one of this memory. */
void simt_make_narrow(uint64_t page, uint32_t epoch);
/** The cells of the bytes of word @p word, in a page made narrow, in the current epoch @p epoch. */
void simt_bytes_get(uint64_t word, uint32_t epoch, struct simt_bytes *out);
/** Stores them back. */
void simt_bytes_put(uint64_t word, const struct simt_bytes *in);

/** @name For device_range.c
 * @{ */
/** Bytes of addresses that the areas need for a range of @p span bytes. */
uint64_t simt_shadow_bytes(uint64_t span);
/** Reserves them. */
void simt_shadow_init(uint64_t span);
/** Backs the cells of the range's bytes [from, to) by memory. @return false if the system refuses */
bool simt_shadow_grow(uint64_t from, uint64_t to);
/** Forgets the cells of freed memory. */
void simt_shadow_release(uint64_t from, uint64_t to);
/** @} */

/** One bit for each byte of the range: it was written. NULL until the range exists. */
extern uint8_t *simt_written;

/** Sets @p count bits, at most 8 and within one byte, from @p offset on. */
static inline void simt_set_initialized_bits(uint8_t *bits, uint64_t offset, unsigned count, bool value) {
    uint8_t mask = (uint8_t)(((1u << count) - 1) << offset % 8);
    if (value)
        bits[offset / 8] |= mask;
    else
        bits[offset / 8] &= (uint8_t)~mask;
}

/* The shadow cells of a block's shared memory, saved while other blocks use the same addresses. */

/** The saved cells. Zeroed: none. */
struct simt_shadow_image {
    struct simt_saved_cell *cells; /**< with their positions; owned */
    size_t count;                  /**< of `cells` */
    size_t capacity;               /**< cells there is room for */
};

/** Empties it. */
void simt_shadow_image_clear(struct simt_shadow_image *image);
/** Adds the cells of the device offsets [low, high) in @p epoch; the program ends if there is no
 * memory. */
void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t epoch);
/** Restores them. */
void simt_shadow_image_restore(const struct simt_shadow_image *image);
