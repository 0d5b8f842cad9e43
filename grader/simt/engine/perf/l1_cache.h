/**
 * @file l1_cache.h
 * @brief A sampled block's part of the L1 cache: how many sectors of each request hit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/perf/l2_cache.h"
#include "engine/perf/sample.h"

/* Requests to local memory, as requests to the device memory that holds it.
 *
 * The 32-bit words of a warp's lanes are adjacent there: lanes with one index use one line, and lanes
 * with different indices a sector each. A store goes on to the L2 cache, like one to global memory, but
 * leaves its line in the L1 cache. This was measured on an H100: of stores by 32 lanes at random indices of
 * 32 words all sectors came to the L2 cache, and all later loads hit. */

/** The request with offsets that no other memory has. Blocks that are resident together have different ones.
 */
struct simt_request simt_local_request(const struct simt_request *request);

/* A block's part of the multiprocessor's cache. */

/** The most lines in the cache of one sampled block. */
enum { SIMT_NEAR_SLOTS = 4096 };
/** The part of a multiprocessor's cache that one block has. */
struct simt_near_cache {
    uint64_t line[SIMT_NEAR_SLOTS];   /**< number of the line + 1 */
    uint32_t filled[SIMT_NEAR_SLOTS]; /**< when it was last used, in lines brought in */
    uint32_t own[SIMT_NEAR_SLOTS];    /**< the same, in lines brought in for the warp that used it */
    uint8_t user[SIMT_NEAR_SLOTS];    /**< that warp */
    uint8_t sectors[SIMT_NEAR_SLOTS]; /**< which of its four sectors are present */
    uint32_t clock;                   /**< lines brought in */
    uint32_t clocks[SIMT_MAX_WARPS];  /**< the same, for each warp of the block */
    uint32_t warps;                   /**< of the block */
    uint32_t lines;                   /**< the capacity */
};
/** Empties it, and sets its capacity in bytes for a block of so many warps. */
void simt_near_begin(struct simt_near_cache *cache, uint64_t bytes, uint32_t warps);
/** Looks up a sector for a warp of the block, and brings it in. @param later sectors of the same request that
 * follow: they do not evict it
 * @return true if the cache held it: a hit */
bool simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp, uint32_t later);

/** The caches of a running block. */
struct simt_block_caches {
    struct simt_near_cache near; /**< its part of the multiprocessor's cache */
};

/** A block of so many warps begins. @param near_bytes of its cache */
void simt_block_caches_begin(struct simt_block_caches *caches, uint64_t near_bytes, uint32_t warps);
/** Passes a request to global or local memory through the caches: fills in its operation.
 * @param touches its accesses to device memory */
void simt_block_caches_pass(struct simt_block_caches *caches, const struct simt_request *request,
                            const struct simt_device_touches *touches, struct simt_warp_operation *operation);
