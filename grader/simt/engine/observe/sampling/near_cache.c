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

/** Lines that have come in since the last use of a line, if the warps of the block go on side by side. What
 * the engine runs of one warp at a time, a multiprocessor runs in turn with all others. */
static uint32_t since(const struct simt_near_cache *cache, unsigned place, uint32_t warp) {
    const uint32_t of_all = cache->clock - cache->filled[place];
    if (cache->user[place] != warp)
        return of_all;
    const uint32_t own = cache->own[place], now = cache->clocks[warp];
    const uint32_t of_warp = now > own ? (uint32_t)((now - own) * cache->warps / HALF) : 0;
    return of_warp > of_all ? of_warp : of_all;
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
    const uint32_t lines = slot.is_its_own ? since(cache, i, warp) : 0;
    struct simt_near_found found = {.is_known = slot.is_its_own && cache->known[i] & sector};
    if (!slot.is_its_own || lines >= cache->lines) {
        cache->line[i] = line;
        cache->sectors[i] = 0;
        cache->known[i] = slot.is_its_own ? cache->known[i] : 0;
        cache->away[i] = lines;
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
