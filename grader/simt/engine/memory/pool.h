/**
 * @file pool.h
 * @brief Entries of one size, given out by number, so that they may move when there have to be more.
 */
#ifndef SIMT_POOL_H
#define SIMT_POOL_H

#include <stddef.h>
#include <stdint.h>

/** Begins as zero but for @c entry_bytes, at least 4. */
struct simt_pool {
    char *entries;       /**< entry i begins at byte i * entry_bytes */
    size_t entry_bytes;  /**< bytes of an entry */
    uint32_t size;       /**< entries there is memory for */
    uint32_t made;       /**< entries given out so far, each counted once */
    uint32_t used;       /**< entries given out now */
    uint32_t first_free; /**< the entry that came back last, 0 if none is free */
};

/** A free entry's number, never 0; its bytes hold garbage. Ends the program if there is no memory. */
uint32_t simt_pool_take(struct simt_pool *pool);
/** Takes an entry back. */
void simt_pool_give_back(struct simt_pool *pool, uint32_t entry);
/** Where the entry is until the next call of simt_pool_take(). */
static inline void *simt_pool_entry(const struct simt_pool *pool, uint32_t entry) {
    return pool->entries + entry * pool->entry_bytes;
}

#endif
