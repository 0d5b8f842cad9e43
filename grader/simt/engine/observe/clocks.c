// Follows the barriers of blocks, warps and tiles.
#include "engine/observe/order.h"

#include <string.h>

#include "engine/observe/observers.h"
#include "engine/report/settings.h"

struct simt_block_clock *simt_clock_now;

static struct simt_block_states clocks = {.entry_bytes = sizeof(struct simt_block_clock)};

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

static void resume_block(const struct simt_block_event *block) {
    simt_clock_now = simt_block_state(&clocks, block->place);
}

static void begin_block(const struct simt_block_event *event) {
    resume_block(event);
    struct simt_block_clock *block = simt_clock_now;
    block->epoch = event->epoch;
    block->first_warp = event->first_warp;
    block->warps = event->warps;
    block->timestamp = block->barrier_timestamp = 1;
    block->tiles_wait = false;
    for (uint32_t w = 0; w < block->warps; w++) {
        struct simt_warp_clock *warp = &block->warp[w];
        warp->number = block->first_warp + w;
        warp->full_timestamp = block->timestamp;
        memset(warp->known, 0, sizeof warp->known);
        warp->partial = false;
    }
}

static void pass_block_barrier(const struct simt_barrier_event *event) {
    struct simt_block_clock *block = simt_clock_now;
    (void)event;
    block->barrier_timestamp = ++block->timestamp;
    for (uint32_t w = 0; w < block->warps; w++) {
        block->warp[w].partial = false;
        block->warp[w].full_timestamp = block->timestamp;
    }
}

/** Each lane of @p group learns what any lane of it knew. */
static void share_within(struct simt_warp_clock *warp, uint32_t group, uint32_t now) {
    for (unsigned b = 0; b < SIMT_WARP; b++) {
        uint32_t latest = group >> b & 1 ? now : 0;
        for (uint32_t left = group; left; left &= left - 1)
            if (warp->seen[__builtin_ctz(left)][b] > latest)
                latest = warp->seen[__builtin_ctz(left)][b];
        for (uint32_t left = group; left; left &= left - 1)
            warp->seen[__builtin_ctz(left)][b] = latest;
    }
}

/** True if a barrier is one of all lanes of its warp. Those that have ended took part if it names them. */
static bool is_of_whole_warp(const struct simt_warp_op_event *event) {
    const uint32_t first = (event->warp - simt_clock_now->first_warp) * SIMT_WARP,
                   exist = event->block->threads - first;
    const uint32_t all = exist >= SIMT_WARP ? UINT32_MAX : (1u << exist) - 1;
    return event->whole && (all & ~event->requests[__builtin_ctz(event->lanes)]->mask) == 0;
}

/** Orders what the lanes of a warp did before against what they do from now on. */
static void pass_warp_op(const struct simt_warp_op_event *event) {
    struct simt_warp_clock *warp = &simt_clock_now->warp[event->warp - simt_clock_now->first_warp];
    if (event->requests[__builtin_ctz(event->lanes)]->op != OP_BARRIER)
        return;
    uint32_t now = ++simt_clock_now->timestamp;
    if (is_of_whole_warp(event)) {
        warp->full_timestamp = now;
        warp->partial = false;
        return;
    }
    if (!warp->partial)
        for (unsigned a = 0; a < SIMT_WARP; a++)
            for (unsigned b = 0; b < SIMT_WARP; b++)
                warp->seen[a][b] = warp->full_timestamp;
    warp->partial = true;
    share_within(warp, event->lanes, now);
}

/** Each warp of the tile learns what any of them knew, and what the tile has done so far. */
static void pass_tile_barrier(const struct simt_tile_event *event) {
    struct simt_block_clock *block = simt_clock_now;
    const uint32_t first = event->first, end = event->end;
    uint32_t known[SIMT_MAX_WARPS] = {0}, now = ++block->timestamp;
    block->tiles_wait = true;
    for (uint32_t v = 0; v < block->warps; v++)
        for (uint32_t w = first; w < end; w++)
            known[v] = block->warp[w].known[v] > known[v] ? block->warp[w].known[v] : known[v];
    for (uint32_t w = first; w < end; w++) {
        struct simt_warp_clock *warp = &block->warp[w];
        for (uint32_t v = 0; v < block->warps; v++)
            warp->known[v] = v >= first && v < end ? now : known[v];
        warp->full_timestamp = now;
        warp->partial = false;
    }
}

const struct simt_observer simt_clocks_observer = {.name = "clocks",
                                                   .wanted = wanted,
                                                   .block_begin = begin_block,
                                                   .block_resume = resume_block,
                                                   .block_barrier = pass_block_barrier,
                                                   .tile_barrier = pass_tile_barrier,
                                                   .warp_op = pass_warp_op};
