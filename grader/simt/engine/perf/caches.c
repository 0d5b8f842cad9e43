// The caches: the last access to each granule of device memory, the spread of atomics, and the part of a
// block.
#include "engine/perf/caches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/observe/transactions.h"
#include "engine/perf/sample.h"

enum { CHUNK_LOG2 = 20, CHUNK_GRANULES = 1 << (CHUNK_LOG2 - SIMT_GRANULE_LOG2), CHUNKS = 1 << 18 };

/** The last access to a granule. */
struct touch {
    uint32_t block;      /**< counted through all launches, + 1; 0: never accessed */
    uint32_t changed_by; /**< the same, of the block that changed some of it last */
    uint32_t when;       /**< granules accessed for the first time by then, in any launch */
    uint32_t written_in; /**< the last launch that wrote to it */
};

static struct touch *chunks[CHUNKS];
static uint32_t launch_base, next_base = 1, now;
static uint64_t beside;
static uint32_t launch;
static uint64_t written; /* granules, by this launch */

void simt_granules_begin(uint64_t blocks_beside) {
    launch_base = next_base;
    beside = blocks_beside;
    launch++;
    written = 0;
}

static struct touch *touch_of(uint64_t offset) {
    struct touch **chunk = &chunks[(offset >> CHUNK_LOG2) % CHUNKS];
    if (!*chunk && !(*chunk = calloc(CHUNK_GRANULES, sizeof **chunk))) {
        fprintf(stderr, "simt: no memory to follow what caches would hold\n");
        exit(2);
    }
    return &(*chunk)[offset >> SIMT_GRANULE_LOG2 & (CHUNK_GRANULES - 1)];
}

static void touch_by(struct touch *touch, uint32_t block) {
    touch->block = launch_base + block;
    if (touch->block >= next_base)
        next_base = touch->block + 1;
}

struct simt_touched simt_granules_touch(uint64_t offset, uint32_t block) {
    struct touch *touch = touch_of(offset);
    const struct touch before = *touch;
    touch_by(touch, block);
    struct simt_touched touched = {.last = SIMT_TOUCH_RECENT,
                                   .distance = (uint64_t)(now - before.when) << SIMT_GRANULE_LOG2};
    if (before.block >= launch_base) {
        touched.by_other = before.changed_by >= launch_base && before.changed_by != touch->block;
        const uint32_t apart =
            before.block > touch->block ? before.block - touch->block : touch->block - before.block;
        if (apart <= beside)
            return touched; /* `when` stays: the granule came in then */
        touch->when = now;
        touched.last = SIMT_TOUCH_AGAIN;
        return touched;
    }
    touch->when = ++now;
    touched.last = before.block ? SIMT_TOUCH_CARRIED : SIMT_TOUCH_FIRST;
    return touched;
}

/** Whether the block was the last to access the granule in this launch, and if @p changes, the last to
 * change it: another such access adds nothing. */
static bool granules_is_held(uint64_t offset, uint32_t block, bool changes) {
    const struct touch *touch = touch_of(offset);
    return touch->block == launch_base + block && (!changes || touch->changed_by == touch->block);
}

void simt_granules_change(uint64_t offset, uint32_t block) {
    touch_of(offset)->changed_by = launch_base + block;
}

/** The granule at an offset is written. @return true for the first time in this launch */
static bool granules_write(uint64_t offset) {
    struct touch *touch = touch_of(offset);
    const bool is_first = touch->written_in != launch;
    touch->written_in = launch;
    written += is_first;
    return is_first;
}

uint64_t simt_granules_written(void) { return written; }

void simt_granules_forget(void) {
    for (unsigned i = 0; i < CHUNKS; i++) {
        free(chunks[i]);
        chunks[i] = NULL;
    }
    launch_base = 0;
    next_base = 1;
    now = 0;
}

bool simt_changes_something(const struct simt_request *request) {
    uint32_t left = request->kind == LOG_ATOMIC ? request->lanes : 0;
    while (left && (request->before[__builtin_ctz(left)] & SIMT_ONLY_READS))
        left &= left - 1;
    return request->kind == LOG_STORE || left;
}

static void add(struct simt_sample *sample, struct simt_device_touches *touches,
                const struct simt_touched *touched) {
    touches->by_other |= touched->by_other;
    switch (touched->last) {
    case SIMT_TOUCH_AGAIN:
        sample->again_distance += (double)touched->distance;
        sample->again_touches++;
        touches->again++;
        break;
    case SIMT_TOUCH_CARRIED:
        sample->carried_distance += (double)touched->distance;
        sample->carried++;
        touches->first++;
        break;
    case SIMT_TOUCH_FIRST:
        touches->first++;
        break;
    case SIMT_TOUCH_RECENT:
        break;
    }
}

struct simt_device_touches simt_device_touch(struct simt_sample *sample, const struct simt_request *request) {
    uint64_t places[SIMT_WARP];
    const unsigned count = simt_places_of(request, SIMT_GRANULE_LOG2, places);
    struct simt_device_touches touches = {0};
    const uint32_t block = request->batch->block->number;
    const bool is_changed = simt_changes_something(request);
    unsigned first_written = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct simt_touched touched = simt_granules_touch(places[i] << SIMT_GRANULE_LOG2, block);
        if (is_changed)
            simt_granules_change(places[i] << SIMT_GRANULE_LOG2, block);
        add(sample, &touches, &touched);
        first_written += request->kind == LOG_STORE && granules_write(places[i] << SIMT_GRANULE_LOG2);
    }
    if (request->kind == LOG_STORE)
        touches.first = first_written;
    else
        sample->first_touches += touches.first;
    return touches;
}

void simt_device_touch_lane(struct simt_sample *sample, const struct simt_passing_access *access,
                            bool changes) {
    const bool is_store = access->kind == LOG_STORE;
    const uint32_t block = access->block->number;
    struct simt_device_touches touches = {0};
    if (!granules_is_held(access->offset, block, changes)) {
        const struct simt_touched touched = simt_granules_touch(access->offset, block);
        add(sample, &touches, &touched);
        if (changes)
            simt_granules_change(access->offset, block);
        if (!is_store)
            sample->first_touches += touches.first;
    }
    if (is_store)
        granules_write(access->offset);
}

void simt_device_touches_end(struct simt_sample *sample) {
    sample->first_writes = simt_granules_written();
    if (sample->again_touches)
        sample->again_distance /= (double)sample->again_touches;
    if (sample->carried)
        sample->carried_distance /= (double)sample->carried;
}

/* Pieces are distinguished by their hash. */
enum { PIECES_LOG2 = 14, PIECES = 1 << PIECES_LOG2, WORD_LOG2 = 2 };

/* Of the blocks that run together. */
static struct {
    double passes_of[PIECES], passes_of_word[PIECES];
    double lanes_of[PIECES]; /* of blocks that are not sampled */
    bool has_any;
} together;
/* Of the launch: of requests; lanes of these; other lanes; and the passes of the busiest pieces so far. */
static double passes, passing_lanes, lanes, busiest;
static unsigned piece_log2;

void simt_atomic_slices_begin(double slice_bytes) {
    piece_log2 = (unsigned)log2(fmax(slice_bytes, 1));
    memset(&together, 0, sizeof together);
    passes = passing_lanes = lanes = busiest = 0;
}

static unsigned place_of(uint64_t number) {
    return (unsigned)(number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - PIECES_LOG2));
}

void simt_atomic_slices_add(const struct simt_request *request, unsigned of_lanes, double taken,
                            double on_word) {
    const double each = taken / __builtin_popcount(request->lanes);
    together.has_any = true;
    passes += taken;
    passing_lanes += of_lanes;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t offset = request->offset[__builtin_ctz(left)];
        together.passes_of[place_of(offset >> piece_log2)] += each;
        if (on_word > 1)
            together.passes_of_word[place_of(offset >> WORD_LOG2)] += on_word * each;
    }
}

void simt_atomic_slices_add_lane(uint64_t offset, double on_word) {
    together.has_any = true;
    together.lanes_of[place_of(offset >> piece_log2)]++;
    if (on_word > 1)
        together.passes_of_word[place_of(offset >> WORD_LOG2)] += on_word;
    lanes++;
}

/** The passes of a lane of which only the number is known: the mean over the lanes of requests. */
static double each_lane(void) { return passing_lanes > 0 ? passes / passing_lanes : 1; }

void simt_atomic_slices_next(void) {
    const double each = each_lane();
    double most = 0;
    for (unsigned i = 0; i < PIECES && together.has_any; i++)
        most =
            fmax(most, fmax(together.passes_of[i] + each * together.lanes_of[i], together.passes_of_word[i]));
    busiest += most;
    if (together.has_any)
        memset(&together, 0, sizeof together);
}

double simt_atomic_slices_end(double *region_passes) {
    simt_atomic_slices_next();
    *region_passes = busiest;
    return passes + each_lane() * lanes;
}

// What a sampled block finds in its part of the caches: of each request, how much comes from where.

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
    const uint32_t own = cache->own[place], clock = cache->clocks[warp];
    if (cache->user[place] == warp && clock > own)
        since.side_by_side = (clock - own) * cache->warps;
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
