/**
 * @file clocks.h
 * @brief The logical clock of each resident block: which accesses its barriers have ordered.
 *
 * The clock grows with every synchronisation in the block. An access has the clock's value as its timestamp.
 * The clock reflects the access log as read so far, which may be behind the actual run.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"

/** The order of a warp's accesses. */
struct simt_warp_clock {
    uint32_t number;                     /**< in the launch */
    uint32_t full_timestamp;             /**< of the last synchronisation of all its lanes */
    bool partial;                        /**< a synchronisation of only some lanes happened: use @c seen */
    uint32_t seen[SIMT_WARP][SIMT_WARP]; /**< seen[a][b]: accesses of lane b before this timestamp are ordered
                                            before a */
    uint32_t known[SIMT_MAX_WARPS];      /**< likewise for the block's warps, from barriers of tiles */
};

/** A block's clock, and its synchronisations. */
struct simt_block_clock {
    uint32_t epoch;             /**< of its shared memory */
    uint32_t first_warp;        /**< number of its first warp in the launch */
    uint32_t warps;             /**< how many it has */
    uint32_t timestamp;         /**< the clock's value now */
    uint32_t barrier_timestamp; /**< of the last block barrier: everything before it is ordered */
    bool tiles_wait;            /**< there was a barrier of a tile of several warps */
    struct simt_warp_clock warp[SIMT_MAX_WARPS]; /**< its warps */
};

/** Of the block that the events are about. */
extern struct simt_block_clock *simt_clock_now;
