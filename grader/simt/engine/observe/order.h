/**
 * @file order.h
 * @brief One access of a thread, and whether something orders it with what another thread did before.
 */
#pragma once

#include "engine/log/batch.h"
#include "engine/observe/clocks.h"
#include "engine/observe/happens_before.h"
#include "engine/observe/races.h"

/** The access being judged. */
struct simt_access {
    uint32_t thread;            /**< warp * 32 + lane, in the launch */
    uint32_t lane;              /**< in its warp */
    uint32_t epoch;             /**< as in the shadow cells */
    enum simt_access_kind kind; /**< what it does */
    uint16_t site;              /**< where in the code */
    uint64_t offset;            /**< address less SIMT_DEVICE_BASE */
    uint64_t before;            /**< what a store found there */
    unsigned size;              /**< in bytes */
    bool shared;                /**< to shared memory */
    bool beside_bad_address;    /**< another lane of its request has a bad address: what it does is no news */
    bool against_signals; /**< what it is compared with are accesses that may have released this very word */
    const struct simt_batch *batch;     /**< where the access comes from */
    const struct simt_warp_clock *warp; /**< the thread's */
};

/** The warp of a thread, both by their numbers in the launch. */
static inline uint32_t simt_warp_of(uint32_t thread) { return thread / SIMT_WARP; }

/** True if the warp is one of the running block. */
static inline bool simt_in_this_block(uint32_t warp) {
    return warp - simt_clock_now->first_warp < simt_clock_now->warps;
}

/** True if a barrier of the block or of the warp lies between. */
static inline bool simt_barrier_orders(uint32_t thread, uint32_t timestamp, const struct simt_access *a) {
    uint32_t warp = simt_warp_of(thread);
    if (!simt_in_this_block(warp))
        return false;
    if (timestamp < simt_clock_now->barrier_timestamp)
        return true;
    if (warp != a->warp->number)
        return simt_clock_now->tiles_wait && timestamp < a->warp->known[warp - simt_clock_now->first_warp];
    return timestamp < a->warp->full_timestamp ||
           (a->warp->partial && timestamp < a->warp->seen[a->lane][thread % SIMT_WARP]);
}

/** The same for releases. The log may have the lanes of a warp in another order than the one in which
 * they took a lock, so it is asked both ways there. */
static inline bool simt_release_or_acquire_orders(uint32_t thread, uint32_t timestamp,
                                                  const struct simt_access *a) {
    uint32_t now = simt_clock_now->timestamp;
    uint64_t word = a->against_signals ? simt_release_word(a->offset) : SIMT_NO_WORD;
    return simt_release_orders(thread, timestamp, word, a->thread, now) ||
           (simt_warp_of(thread) == a->warp->number &&
            simt_release_orders(a->thread, now, SIMT_NO_WORD, thread, timestamp));
}

/** True if what @p thread did at timestamp @p timestamp is ordered with the access. */
static inline bool simt_is_ordered(uint32_t thread, uint32_t timestamp, const struct simt_access *a) {
    return thread == a->thread || simt_barrier_orders(thread, timestamp, a) ||
           (simt_release_in_use() && simt_release_or_acquire_orders(thread, timestamp, a));
}
