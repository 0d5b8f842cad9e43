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

/* Each line has one of eight places. It is there as long as no more lines have come in since its last use
 * than there is room for. */
bool simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp, uint32_t later) {
    enum { WAYS = 8 };
    const uint64_t line = (offset >> LINE_LOG2) + 1;
    const uint8_t sector = (uint8_t)(1u << (offset >> SECTOR_LOG2 & 3));
    const unsigned base = (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> 55) * WAYS;
    unsigned oldest = base;
    for (unsigned i = base; i < base + WAYS; i++) {
        if (cache->line[i] == line && since(cache, i, warp) < cache->lines) {
            const bool there = cache->sectors[i] & sector;
            cache->sectors[i] |= sector;
            use(cache, i, warp, later);
            return there;
        }
        if (cache->line[i] == line || !cache->line[i] ||
            (cache->line[oldest] && cache->filled[i] < cache->filled[oldest]))
            oldest = i;
        if (cache->line[i] == line)
            break;
    }
    cache->line[oldest] = line;
    cache->sectors[oldest] = sector;
    cache->clock++;
    cache->clocks[warp]++;
    use(cache, oldest, warp, later);
    return false;
}
