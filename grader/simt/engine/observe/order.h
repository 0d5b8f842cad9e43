/**
 * @file order.h
 * @brief One access of a thread, and whether something orders it with what another thread did before.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/memory/shadow.h"
#include "engine/observe/races.h"

/* The logical clock of each resident block: which accesses its barriers have ordered.

   The clock grows with every synchronisation in the block. An access has the clock's value as its timestamp.
   The clock reflects the access log as read so far, which may be behind the actual run. */

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

/* The happens-before order of threads, by fences and by atomic and volatile accesses.

   docs/memory-model.md states the rules and their sources. A store to a word after a fence releases what came
   before the fence, and so does a store that is itself a release. A thread that reads the word acquires that
   with its next fence, or at once if the read is itself an acquire. A block barrier after the read replaces
   the fence. A fence or access of block scope reaches only its own block. What is acquired holds for the
   acquiring thread, and for its warp and block after the next barrier, and is passed on by its releases.

   The order of releases is noted as they happen. Its consequences for other accesses are found when the log
   is merged, in which the lanes of a warp may be in another order: a thread's fences, and the places of its
   other releases and acquisitions, are its *points*, and the log gives each point its timestamp. */

/** True once a thread of this launch has released or acquired; before that there is nothing to follow. */
bool simt_release_in_use(void);
/** True if the thread, of the block that the events are about, has executed a fence. */
bool simt_has_fenced(uint32_t thread);
/** True if each volatile store to the word came right after a fence: it is a signal, and no data. */
bool simt_is_signal(uint64_t word);
/** The number of the word at an offset; shared words of different blocks have different numbers. */
uint64_t simt_release_word(uint64_t offset);
/** True if what thread @p before did at @p timestamp was released, and acquired by thread @p after no later
 * than @p until. Threads are warp * 32 + lane.
 * @param word the word of its signal, if it was one; else SIMT_NO_WORD */
bool simt_release_orders(uint32_t before, uint32_t timestamp, uint64_t word, uint32_t after, uint32_t until);
/** True if thread @p after, of the running block, has seen a signal that came after a fence, and after what
 * thread @p before did at @p timestamp: a fence after the signal would have acquired it. */
bool simt_release_was_seen(uint32_t before, uint32_t timestamp, uint32_t after);
/** For a plain access, which is no signal. */
#define SIMT_NO_WORD UINT64_MAX

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

/* A summary of accesses of one kind (shadow.h): finds a thread in it that is unordered with an access,
   and adds the access. */

/** Of the lanes in a summary's latest warp one that is unordered with the access; -1 if there is none. */
static inline int simt_summary_lane(const struct simt_access_summary *p, const struct simt_access *a) {
    uint32_t own = p->warp == simt_warp_of(a->thread) ? 1u << a->lane : 0;
    for (uint32_t mask = p->mask & ~own; mask; mask &= mask - 1) {
        int lane = __builtin_ctz(mask);
        if (!simt_is_ordered(p->warp * SIMT_WARP + (uint32_t)lane, p->timestamp, a))
            return lane;
        if (!a->warp->partial && !simt_release_in_use())
            break; /* ordered for one lane of a warp is ordered for all */
    }
    return -1;
}

/** Looks for a thread of the summary that is unordered with the access. @return true, and who, if there is
 * one */
static inline bool simt_summary_unordered(const struct simt_access_summary *p, const struct simt_access *a,
                                          uint32_t *thread, uint16_t *site) {
    int lane = simt_summary_lane(p, a);
    if (lane >= 0) {
        *thread = p->warp * SIMT_WARP + (uint32_t)lane;
        *site = p->site;
        return true;
    }
    if (p->other_site && !simt_is_ordered(p->other, p->other_timestamp, a)) {
        *thread = p->other;
        *site = p->other_site;
        return true;
    }
    return false;
}

/** True if the access at a site may be excused by what it is: then a plain one tells more. */
static inline bool simt_summary_is_strong(uint16_t site) {
    const struct simt_site *s = simt_site_get(site);
    return s->is_volatile || (s->is_atomic && !s->of_block);
}

/** Makes room for the access's warp, or its timestamp, in a summary; of those before one is kept as the other
 * access. */
static inline void simt_summary_leave(struct simt_access_summary *p, const struct simt_access *a) {
    bool keep_other = p->other_site && !simt_in_this_block(simt_warp_of(p->other));
    if (p->other_site && simt_summary_is_strong(p->other_site) != simt_summary_is_strong(p->site))
        keep_other = simt_summary_is_strong(p->site);
    int leaving = p->mask && !keep_other ? simt_summary_lane(p, a) : -1;
    if (leaving >= 0) {
        p->other = p->warp * SIMT_WARP + (uint32_t)leaving;
        p->other_timestamp = p->timestamp;
        p->other_site = p->site;
    }
    p->warp = a->warp->number;
    p->mask = 0;
}

/** True if one timestamp tells as much of the lanes in the summary as of the access: nothing has come between
 * that orders some of them and not others. */
static inline bool simt_summary_shares_timestamp(const struct simt_access_summary *p,
                                                 const struct simt_access *a) {
    if (p->site != a->site && simt_summary_is_strong(p->site) != simt_summary_is_strong(a->site))
        return false;
    if (p->timestamp == simt_clock_now->timestamp)
        return true;
    return !a->warp->partial && !simt_release_in_use() && p->timestamp >= a->warp->full_timestamp &&
           p->timestamp >= simt_clock_now->barrier_timestamp;
}

/** Adds the access to a summary. */
static inline void simt_summary_join(struct simt_access_summary *p, const struct simt_access *a) {
    if (!p->mask || p->warp != a->warp->number || !simt_summary_shares_timestamp(p, a))
        simt_summary_leave(p, a);
    p->mask |= 1u << a->lane;
    p->timestamp = simt_clock_now->timestamp;
    p->site = a->site;
}

/** True if it holds any access. */
static inline bool simt_summary_has_any(const struct simt_access_summary *p) {
    return p->mask || p->other_site;
}
