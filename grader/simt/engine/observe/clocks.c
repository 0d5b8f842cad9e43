// Follows what happens to a block: its beginning and end, its barriers, and the turns of its warps.
#include "engine/observe/clocks.h"

#include <string.h>

#include "engine/exec/machine.h"
#include "engine/log/batch.h"
#include "engine/memory/shared_memory.h"

struct simt_checked_block *simt_checked_now;

static void begin_block(const struct simt_post *post) {
    struct simt_checked_block *block = post->block;
    block->epoch = post->epoch;
    block->first_warp = post->first_warp;
    block->warps = post->warps;
    block->timestamp = block->barrier_timestamp = 1;
    block->tiles_wait = false;
    for (uint32_t w = 0; w < block->warps; w++) {
        struct simt_checked_warp *warp = &block->warp[w];
        warp->number = block->first_warp + w;
        warp->full_timestamp = block->timestamp;
        memset(warp->known, 0, sizeof warp->known);
        warp->steps = 0;
        warp->stored = warp->partial = false;
    }
    simt_checked_now = block;
    simt_shared_forget_written();
}

static void end_block(struct simt_checked_block *block) {
    uint64_t longest = 0;
    for (uint32_t w = 0; w < block->warps; w++) {
        uint64_t steps = block->warp[w].steps + block->warp[w].stored;
        longest = steps > longest ? steps : longest;
    }
    struct simt_counters *counters = &simt_launch_now.record->counters;
    if (longest > counters->steps)
        counters->steps = longest;
    simt_release_end_block(block);
}

static void end_interval(struct simt_checked_warp *warp) {
    warp->steps += warp->stored;
    warp->stored = false;
}

static void pass_block_barrier(struct simt_checked_block *block) {
    uint64_t longest = 0;
    block->barrier_timestamp = ++block->timestamp;
    for (uint32_t w = 0; w < block->warps; w++) {
        struct simt_checked_warp *warp = &block->warp[w];
        end_interval(warp);
        warp->partial = false;
        warp->full_timestamp = block->timestamp;
        longest = warp->steps > longest ? warp->steps : longest;
    }
    for (uint32_t w = 0; w < block->warps; w++)
        block->warp[w].steps = longest;
    simt_launch_now.record->counters.barriers++;
}

/** Orders what the lanes of @p group did before against what they do from now on. */
static void pass_warp_barrier(struct simt_checked_warp *warp, uint32_t group, bool whole) {
    uint32_t timestamp = ++simt_checked_now->timestamp;
    end_interval(warp);
    if (whole) {
        warp->full_timestamp = timestamp;
        warp->partial = false;
        return;
    }
    if (!warp->partial)
        for (unsigned a = 0; a < SIMT_WARP; a++)
            for (unsigned b = 0; b < SIMT_WARP; b++)
                warp->seen[a][b] = warp->full_timestamp;
    warp->partial = true;
    /* Everybody learns what anybody of the group knew. */
    for (unsigned b = 0; b < SIMT_WARP; b++) {
        uint32_t latest = group >> b & 1 ? timestamp : 0;
        for (uint32_t left = group; left; left &= left - 1)
            if (warp->seen[__builtin_ctz(left)][b] > latest)
                latest = warp->seen[__builtin_ctz(left)][b];
        for (uint32_t left = group; left; left &= left - 1)
            warp->seen[__builtin_ctz(left)][b] = latest;
    }
}

/** Everybody learns what anybody of the tile knew, and what the tile has done so far. */
static void pass_tile_barrier(struct simt_checked_block *block, uint32_t first, uint32_t end) {
    uint32_t known[SIMT_MAX_WARPS] = {0}, timestamp = ++block->timestamp;
    block->tiles_wait = true;
    for (uint32_t v = 0; v < block->warps; v++)
        for (uint32_t w = first; w < end; w++)
            known[v] = block->warp[w].known[v] > known[v] ? block->warp[w].known[v] : known[v];
    for (uint32_t w = first; w < end; w++) {
        struct simt_checked_warp *warp = &block->warp[w];
        for (uint32_t v = 0; v < block->warps; v++)
            warp->known[v] = v >= first && v < end ? timestamp : known[v];
        warp->full_timestamp = timestamp;
        warp->partial = false;
        end_interval(warp);
    }
}

/** A shuffle hands values on as a store and a barrier would: it is a step of its own. */
static void pass_shuffle(struct simt_checked_warp *warp, uint32_t group) {
    warp->steps++;
    simt_launch_now.record->counters.shuffles += (unsigned)__builtin_popcount(group);
}

void simt_checked_take(const struct simt_post *post) {
    struct simt_checked_block *block = simt_checked_now;
    switch (post->kind) {
    case POST_BLOCK:
        begin_block(post);
        break;
    case POST_ROUND:
        simt_drain(post->round);
        break;
    case POST_BARRIER:
        pass_block_barrier(block);
        break;
    case POST_WARP_BARRIER:
        pass_warp_barrier(&block->warp[post->warp], post->lanes, post->whole);
        break;
    case POST_TILE_BARRIER:
        pass_tile_barrier(block, post->warp, post->end);
        break;
    case POST_SHUFFLE:
        pass_shuffle(&block->warp[post->warp], post->lanes);
        break;
    case POST_END:
        end_block(block);
        break;
    }
}
