/**
 * @file l1_cache.h
 * @brief What a sampled block finds in its part of the caches: of each request, how much comes from where.
 */
#ifndef SIMT_BLOCK_CACHES_H
#define SIMT_BLOCK_CACHES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/perf/l2_cache.h"
#include "engine/perf/sample.h"

/* Requests to local memory, as requests to the device memory that it lies in.
 *
 * Words of 32 bits of a warp's lanes lie side by side there: lanes with one index use one line, and lanes
 * with indices of their own a sector each. A store goes on to the second-level cache, as one to global memory
 * does, but leaves its line in the first one. So it was measured on an H100: of stores of 32 lanes at random
 * indices of 32 words all sectors came to the second-level cache, and all loads behind them were found. */

/** The request with offsets that no other memory has. Blocks that are resident together have different ones.
 */
struct simt_request simt_local_request(const struct simt_request *request);

/* What a block's part of the multiprocessor's cache holds. */

/** Lines that the cache of one sampled block has room for at most. */
enum { SIMT_NEAR_SLOTS = 4096 };
/** The part of a multiprocessor's cache that one block has. */
struct simt_near_cache {
    uint64_t line[SIMT_NEAR_SLOTS];   /**< number of the line + 1 */
    uint32_t filled[SIMT_NEAR_SLOTS]; /**< when it was last used, in lines that came in */
    uint32_t own[SIMT_NEAR_SLOTS];    /**< the same, in lines that came in for the warp that used it */
    uint8_t user[SIMT_NEAR_SLOTS];    /**< that warp */
    uint8_t sectors[SIMT_NEAR_SLOTS]; /**< those of its four sectors that are there */
    uint32_t clock;                   /**< lines that have come in */
    uint32_t clocks[SIMT_MAX_WARPS];  /**< the same, for each warp of the block */
    uint32_t warps;                   /**< of the block */
    uint32_t lines;                   /**< that there is room for */
};
/** Empties it, and gives it room for so many bytes of a block of so many warps. */
void simt_near_begin(struct simt_near_cache *cache, uint64_t bytes, uint32_t warps);
/** Looks a sector up for a warp of the block, and brings it in. @param later sectors of the same request that
 * follow: they do not drive it out
 * @return true if the cache held it: a hit */
bool simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp, uint32_t later);

/** The caches of a block that runs. */
struct simt_block_caches {
    struct simt_near_cache near; /**< its part of the multiprocessor's cache */
};

/** A block of so many warps begins. @param near_bytes of its cache */
void simt_block_caches_begin(struct simt_block_caches *caches, uint64_t near_bytes, uint32_t warps);
/** A request to global or local memory passes the caches: fills in the operation that stands for it.
 * @param touches what it has touched of device memory */
void simt_block_caches_pass(struct simt_block_caches *caches, const struct simt_request *request,
                            const struct simt_device_touches *touches, struct simt_warp_operation *operation);

#endif
