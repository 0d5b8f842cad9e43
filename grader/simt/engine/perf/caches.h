/**
 * @file caches.h
 * @brief Who touched each 64 bytes of device memory last: whether a GPU would find them in the second-level
 * cache. What requests of a launch touch, and how its atomics are spread over the slices of that cache.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/observe/observer.h"
#include "engine/perf/sample.h"

/** Who touched a granule last. */
enum simt_touch {
    SIMT_TOUCH_FIRST,   /**< none in this launch */
    SIMT_TOUCH_CARRIED, /**< none in this launch, but one in an earlier launch */
    SIMT_TOUCH_RECENT,  /**< the same block, or one near in the grid */
    SIMT_TOUCH_AGAIN    /**< another block, far away in the grid */
};

/** A launch begins. */
void simt_granules_begin(uint64_t blocks_beside);
/** A touch of a granule. */
struct simt_touched {
    enum simt_touch last; /**< who had touched it before */
    bool by_other;        /**< another block of this launch has changed something of it */
    uint64_t distance;    /**< bytes that were first touched since */
};
/** Block @p block loads a granule or stores to it. */
struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block);
/** Block @p block has touched the granule at an offset, and changes something of it. */
void simt_granules_change(uint64_t offset, uint32_t block);
/** Granules that the launch has written so far. */
uint64_t simt_granules_written(void);
/** Forgets all. */
void simt_granules_forget(void);

/** The granules of a request. */
struct simt_device_touches {
    unsigned first; /**< that the launch touches for the first time; of a store: that it writes so */
    unsigned again; /**< that another block, far away in the grid, had touched last */
    bool by_other;  /**< another block of the launch has changed something of one of them */
};

/** Whether a request changes what it touches: a store does, and so does an atomic, unless all of its lanes
 * only read. */
bool simt_changes_something(const struct simt_request *request);
/** Touches the granules of a request, and adds them to the sums of the sample. */
struct simt_device_touches simt_device_touch(struct simt_sample *sample, const struct simt_request *request);
/** The same for one lane of a block that logs nothing.
 * @param changes what is there may be another value then */
void simt_device_touch_lane(struct simt_sample *sample, const struct simt_passing_access *access,
                            bool changes);
/** The launch has ended: sums of distances become means. */
void simt_device_touches_end(struct simt_sample *sample);

/* How a launch's atomics on global memory are spread over the slices of the second-level cache.
 *
 * Memory is dealt to the slices in pieces. Atomics on one piece wait for each other, others run side by side
 * (docs/results/profiles/README.md). */

/** A launch begins. @param slice_bytes of a piece, a power of two */
void simt_atomic_slices_begin(double slice_bytes);
/** A request of atomics that takes @p passes: they fall on the pieces in proportion to its lanes. On one word
 * a pass takes @p on_word times as long, while the piece serves other words.
 * @param lanes of the warp, some of which may have gathered what the others add */
void simt_atomic_slices_add(const struct simt_request *request, unsigned lanes, double passes,
                            double on_word);
/** An atomic of one lane of a block that is not sampled: it takes as many passes as those of requests do, and
 * @p on_word on its word, where other lanes have to wait for it. */
void simt_atomic_slices_add_lane(uint64_t offset, double on_word);
/** The blocks so far run together, and those to come after them: which piece has most may be another one
 * then.
 */
void simt_atomic_slices_next(void);
/** The launch has ended. @param region_passes receives the passes of the pieces that had most, each while its
 * blocks ran, or those that one of their words takes as long as
 * @return all passes */
double simt_atomic_slices_end(double *region_passes);

/* A sampled block's part of the L1 cache: how many sectors of each request hit. */

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
