/**
 * @file near_cache.h
 * @brief What a block's part of the multiprocessor's cache holds.
 */
#ifndef SIMT_NEAR_CACHE_H
#define SIMT_NEAR_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/** Lines that the cache of one sampled block has room for at most. */
enum { SIMT_NEAR_SLOTS = 4096 };
/** The part of a multiprocessor's cache that one block has. */
struct simt_near_cache {
    uint64_t line[SIMT_NEAR_SLOTS];   /**< number of the line + 1 */
    uint32_t filled[SIMT_NEAR_SLOTS]; /**< when it was last used, in lines that came in */
    uint32_t own[SIMT_NEAR_SLOTS];    /**< the same, in lines that came in for the warp that used it */
    uint8_t user[SIMT_NEAR_SLOTS];    /**< that warp */
    uint8_t sectors[SIMT_NEAR_SLOTS]; /**< those of its four sectors that are there */
    uint8_t known[SIMT_NEAR_SLOTS];   /**< those that were, since the line has its slot */
    uint32_t away[SIMT_NEAR_SLOTS];   /**< lines that had come in since its last use when it came in again */
    uint32_t clock;                   /**< lines that have come in */
    uint32_t clocks[SIMT_MAX_WARPS];  /**< the same, for each warp of the block */
    uint32_t warps;                   /**< of the block */
    uint32_t lines;                   /**< that there is room for */
};
/** Empties it, and gives it room for so many bytes of a block of so many warps. */
void simt_near_begin(struct simt_near_cache *cache, uint64_t bytes, uint32_t warps);
/** What is found of a sector. */
struct simt_near_found {
    bool is_there;
    bool is_known;  /**< it was loaded before, and its line is remembered */
    uint32_t apart; /**< of a known one that is not there: lines that have come in since its last use */
};
/** Looks a sector up for a warp of the block, and brings it in. @param later sectors of the same request that
 * follow: they do not drive it out */
struct simt_near_found simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp,
                                      uint32_t later);

#endif
