/**
 * @file checked.h
 * @brief What the counters and checkers know of the running block: how far the log of its warps has been
 * read.
 *
 * That may be less than has happened: lanes run alone until they wait. So the checkers take nothing from the
 * machine's state; all they need comes to them as *posts*, in the order in which it happened.
 */
#ifndef SIMT_CHECKED_H
#define SIMT_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/observe/release.h"
#include "simt/abi.h"

enum { SIMT_WARP = 32, SIMT_MAX_THREADS = 1024, SIMT_MAX_WARPS = SIMT_MAX_THREADS / SIMT_WARP };

/** A warp of a block. */
struct simt_checked_warp {
    uint32_t number;         /**< in the launch */
    uint32_t full_timestamp; /**< timestamp of the last synchronisation of all its lanes */
    uint64_t steps;          /**< intervals with a store so far, on the longest path through the block */
    bool stored;             /**< some lane stored in this interval */
    bool partial;            /**< a synchronisation of only some lanes happened: use @c seen */
    uint32_t seen[SIMT_WARP][SIMT_WARP]; /**< seen[a][b]: accesses of lane b before this timestamp are ordered
                                            before a */
    uint32_t known[SIMT_MAX_WARPS];      /**< the same of the block's warps, by barriers of tiles */
};

/** A block. */
struct simt_checked_block {
    uint32_t epoch;             /**< of its shared memory */
    uint32_t first_warp;        /**< number of its first warp in the launch */
    uint32_t warps;             /**< how many it has */
    uint32_t timestamp;         /**< grows with every synchronisation in the block */
    uint32_t barrier_timestamp; /**< timestamp of the last block barrier: everything before it is ordered */
    bool tiles_wait;            /**< there was a barrier of a tile of several warps */
    /** @{ */
    /** What other threads released to its own (release.h), by what is drained, and by what has happened. */
    struct simt_acquisitions acquired, heard;
    /** @} */
    struct simt_checked_warp warp[SIMT_MAX_WARPS]; /**< its warps */
};

/** The block whose log is read. */
extern struct simt_checked_block *simt_checked_now;

/** What a post says. */
enum simt_post_kind {
    POST_BLOCK,        /**< a block begins */
    POST_ROUND,        /**< lanes of a warp have had a turn */
    POST_BARRIER,      /**< the block's threads have all come to a barrier */
    POST_WARP_BARRIER, /**< some lanes of a warp have */
    POST_TILE_BARRIER, /**< those of neighbouring warps have */
    POST_SHUFFLE,      /**< lanes of a warp hand values to each other */
    POST_END           /**< the block has ended */
};

/** One thing that happened. */
struct simt_post {
    enum simt_post_kind kind;         /**< which says what else there is */
    bool whole;                       /**< of a warp's barrier: no lane of it is missing */
    uint32_t warp;                    /**< in the block; of a tile its first */
    uint32_t lanes;                   /**< that take part */
    uint32_t end;                     /**< of a tile: the warp behind its last */
    uint32_t epoch;                   /**< of a block that begins */
    uint32_t first_warp;              /**< likewise */
    uint32_t warps;                   /**< likewise */
    struct simt_checked_block *block; /**< likewise: its place */
    struct simt_batch *round;         /**< what they logged (trace/round.h) */
};

/** Takes note. */
void simt_checked_take(const struct simt_post *post);

#endif
