// The last access to each granule of device memory, the accesses of requests, and the spread of atomics.
#include "engine/perf/l2_cache.h"

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
