/**
 * @file access_summary.h
 * @brief A summary of accesses of one kind (shadow.h): finds a thread in it that is unordered with an access,
 * and adds the access.
 */
#pragma once

#include "engine/memory/shadow.h"
#include "engine/observe/order.h"

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
