/**
 * @file caches.h
 * @brief Where a GPU would find the sectors of a request: in the cache of the multiprocessor, in the second
 *        level cache, or in device memory alone.
 *
 * Two records answer it. One knows of each granule of device memory who touched it last. Another, for a
 * block that is sampled, stands for its part of the multiprocessor's cache.
 */
#ifndef SIMT_CACHES_H
#define SIMT_CACHES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"

/** Who touched a granule last. */
enum simt_touch {
    SIMT_TOUCH_FIRST,   /**< nobody in this launch */
    SIMT_TOUCH_CARRIED, /**< nobody in this launch, but an earlier one */
    SIMT_TOUCH_RECENT,  /**< the same block, or one near in the grid */
    SIMT_TOUCH_AGAIN    /**< another block, far away in the grid */
};

/** A launch begins. */
void simt_caches_begin(uint64_t blocks_beside);
/** A touch of a granule. */
struct simt_touched {
    enum simt_touch last; /**< who had touched it before */
    bool by_other;        /**< another block of this launch */
    uint64_t distance;    /**< bytes that were first touched since */
};
/** Block @p block touches the granule at an offset. */
struct simt_touched simt_caches_touch(uint64_t offset, uint32_t block);
/** Bytes of the granule at an offset are written. @return true for the first time in this launch */
bool simt_caches_write(uint64_t offset, uint32_t bytes);
/** What the launch wrote. */
struct simt_written_granules {
    uint64_t all;     /**< granules */
    uint64_t partial; /**< of those, the ones that were not written as a whole */
};
/** The same, so far. */
struct simt_written_granules simt_caches_written(void);
/** Forgets all. */
void simt_caches_forget(void);

/** Lines that the cache of one sampled block has room for at most. */
enum { SIMT_NEAR_SLOTS = 4096 };
/** The part of a multiprocessor's cache that one block has. */
struct simt_near_cache {
    uint64_t line[SIMT_NEAR_SLOTS];    /**< number of the line + 1 */
    uint32_t filled[SIMT_NEAR_SLOTS];  /**< when it was last used, in lines that came in */
    uint8_t sectors[SIMT_NEAR_SLOTS];  /**< those of its four sectors that are there */
    uint32_t clock;                    /**< lines that have come in */
    uint32_t lines;                    /**< that there is room for */
};
/** Empties it, and gives it room for so many bytes. */
void simt_near_begin(struct simt_near_cache *cache, uint64_t bytes);
/** Looks a sector up, and brings it in. @return true if it was there */
bool simt_near_load(struct simt_near_cache *cache, uint64_t offset);

#endif
