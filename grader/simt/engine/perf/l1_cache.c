// What a sampled block finds in its part of the caches: of each request, how much comes from where.
#include "engine/perf/l1_cache.h"

#include <string.h>

#include "engine/observe/transactions.h"

enum { WORD = 4, WIDEST = 16, PLACES = 64 };

/* Behind all allocations, as the table of granules tells offsets apart. */
#define LOCAL_OFFSET (UINT64_C(1) << 37)
#define PLACE_BYTES ((uint64_t)SIMT_MAX_THREADS * SIMT_LOCAL_SPAN)

/** By its offset in the stack of a lane. @param unit bytes of neighbouring lanes that lie side by side */
static uint64_t offset_of(uint64_t offset, uint64_t unit, uint64_t warp, unsigned lane) {
    const uint64_t row = offset / WIDEST * SIMT_MAX_WARPS + warp, column = offset % WIDEST / unit;
    return (row * WIDEST + column * unit) * SIMT_WARP + lane * unit + offset % unit;
}

struct simt_request simt_local_request(const struct simt_request *request) {
    const struct simt_block_event *block = request->batch->block;
    const uint64_t unit = request->size > WORD ? request->size : WORD;
    struct simt_request moved = *request;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        moved.offset[i] = LOCAL_OFFSET + block->place % PLACES * PLACE_BYTES +
                          offset_of(request->offset[i], unit, request->batch->warp - block->first_warp, i);
    }
    moved.shape = simt_shape_of(&moved);
    return moved;
}

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
bool simt_near_load(struct simt_near_cache *cache, uint64_t offset, uint32_t warp, uint32_t later) {
    const uint64_t line = (offset >> LINE_LOG2) + 1;
    const uint8_t sector = (uint8_t)(1u << (offset >> SECTOR_LOG2 & 3));
    const struct slot slot = slot_of(cache, line);
    const unsigned i = slot.number;
    const struct since last = slot.is_its_own ? since(cache, i, warp) : (struct since){0};
    if (!slot.is_its_own || !is_still_there(cache, &last)) {
        cache->line[i] = line;
        cache->sectors[i] = 0;
        cache->clock++;
        cache->clocks[warp]++;
    }
    const bool is_there = cache->sectors[i] & sector;
    cache->sectors[i] |= sector;
    use(cache, i, warp, later);
    return is_there;
}

void simt_block_caches_begin(struct simt_block_caches *caches, uint64_t near_bytes, uint32_t warps) {
    simt_near_begin(&caches->near, near_bytes, warps);
}

static void note_reuse(struct simt_block_caches *caches, uint32_t warp, const uint64_t *sectors,
                       unsigned count, struct simt_warp_operation *operation) {
    for (unsigned i = 0; i < count; i++)
        operation->near += simt_near_load(&caches->near, sectors[i] << SECTOR_LOG2, warp, count - 1 - i);
}

/** Atomics go past the cache. A store goes on from it, but leaves its lines there. */
static bool is_cached(const struct simt_request *request) {
    return request->kind != LOG_ATOMIC && !request->site->is_volatile && !request->site->is_atomic;
}

void simt_block_caches_pass(struct simt_block_caches *caches, const struct simt_request *request,
                            const struct simt_device_touches *touches,
                            struct simt_warp_operation *operation) {
    static const enum simt_warp_operation_kind kinds[] = {
        [LOG_LOAD] = SIMT_DOES_LOAD, [LOG_STORE] = SIMT_DOES_STORE, [LOG_ATOMIC] = SIMT_DOES_ATOMIC};
    const uint32_t warp = request->batch->warp - request->batch->block->first_warp;
    uint64_t places[SIMT_WARP];
    operation->kind = (uint8_t)kinds[request->kind];
    operation->what = request->site->pc;
    operation->passes = (uint8_t)simt_places_of(request, LINE_LOG2, places);
    operation->quads = (uint8_t)simt_quads_of(request);
    const unsigned sectors = simt_places_of(request, SECTOR_LOG2, places);
    if (request->kind == LOG_LOAD)
        operation->wavefronts = simt_byte_of(simt_wavefronts_of(request));
    else if (request->kind == LOG_STORE)
        operation->partial = simt_byte_of(simt_partial_sectors_of(request));
    else
        operation->most = simt_byte_of(simt_serialization_of(request));
    if (is_cached(request))
        note_reuse(caches, warp, places, sectors, operation);
    if (request->kind != LOG_LOAD)
        operation->near = 0;
    operation->beyond = (uint8_t)(sectors - operation->near);
    operation->first = (uint8_t)touches->first;
    operation->again = (uint8_t)touches->again;
}
