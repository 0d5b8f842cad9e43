// A block's part of the multiprocessor's cache.
#include "engine/observe/sampling/near_cache.h"

#include <string.h>

enum { LINE_LOG2 = 7, SECTOR_LOG2 = 5 };

void simt_near_begin(struct simt_near_cache *cache, uint64_t bytes, uint32_t warps) {
    cache->warps = warps;
    memset(cache->clocks, 0, sizeof cache->clocks);
    memset(cache->line, 0, sizeof cache->line);
    cache->clock = 0;
    cache->lines = (uint32_t)(bytes >> LINE_LOG2);
    if (cache->lines > SIMT_NEAR_SLOTS / 2)
        cache->lines = SIMT_NEAR_SLOTS / 2;
}

/** A line whose place new ones take at random is still there in half of all cases when so many times the room
 * for lines have come in: the logarithm of 2. */
static const double HALF = 0.693;

/** Lines that have come in since the last use of a line: in the order in which the engine runs warps, and if
 * those of the block go on side by side. What the engine runs of one warp at a time, a multiprocessor runs in
 * turn with all others. */
struct since {
    uint32_t in_order, side_by_side;
};

static struct since since(const struct simt_near_cache *cache, unsigned place, uint32_t warp) {
    struct since since = {.in_order = cache->clock - cache->filled[place]};
    const uint32_t own = cache->own[place], now = cache->clocks[warp];
    if (cache->user[place] == warp && now > own)
        since.side_by_side = (now - own) * cache->warps;
    return since;
}

static bool is_still_there(const struct simt_near_cache *cache, const struct since *since) {
    return since->in_order < cache->lines && since->side_by_side < HALF * cache->lines;
}

static void use(struct simt_near_cache *cache, unsigned place, uint32_t warp, uint32_t later) {
    cache->filled[place] = cache->clock;
    cache->own[place] = cache->clocks[warp] + later;
    cache->user[place] = (uint8_t)warp;
}

/** A line that is there, or remembered: its slot. Else the slot that it is given. */
struct slot {
    unsigned number;
    bool is_its_own;
};

/* Each line has one of eight places. */
static struct slot slot_of(const struct simt_near_cache *cache, uint64_t line) {
    enum { WAYS = 8 };
    const unsigned base = (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> 55) * WAYS;
    unsigned oldest = base;
    for (unsigned i = base; i < base + WAYS; i++) {
        if (cache->line[i] == line)
            return (struct slot){i, true};
        if (!cache->line[i] || (cache->line[oldest] && cache->filled[i] < cache->filled[oldest]))
            oldest = i;
    }
    return (struct slot){oldest, false};
}

/* A line is there as long as no more lines have come in since its last use than there is room for. */
struct simt_near_found simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp,
                                      uint32_t later) {
    const uint64_t line = (offset >> LINE_LOG2) + 1;
    const uint8_t sector = (uint8_t)(1u << (offset >> SECTOR_LOG2 & 3));
    const struct slot slot = slot_of(cache, line);
    const unsigned i = slot.number;
    const struct since last = slot.is_its_own ? since(cache, i, warp) : (struct since){0};
    struct simt_near_found found = {.is_known = slot.is_its_own && cache->known[i] & sector};
    if (!slot.is_its_own || !is_still_there(cache, &last)) {
        cache->line[i] = line;
        cache->sectors[i] = 0;
        cache->known[i] = slot.is_its_own ? cache->known[i] : 0;
        cache->away[i] = last.side_by_side > last.in_order ? last.side_by_side : last.in_order;
        cache->clock++;
        cache->clocks[warp]++;
    }
    found.is_there = cache->sectors[i] & sector;
    found.apart = found.is_known && !found.is_there ? cache->away[i] : 0;
    cache->sectors[i] |= sector;
    cache->known[i] |= sector;
    use(cache, i, warp, later);
    return found;
}
