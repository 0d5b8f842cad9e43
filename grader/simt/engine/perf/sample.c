// The sample of a launch: the operations of some blocks' warps.
#include "engine/perf/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 32 };

static void *no_memory_unless(void *room) {
    if (!room) {
        fprintf(stderr, "simt: no memory for what the timing model needs of a launch\n");
        exit(2);
    }
    return room;
}

struct simt_sample *simt_sample_new(void) {
    return no_memory_unless(calloc(1, sizeof(struct simt_sample)));
}

static void free_block(struct simt_block_sample *block) {
    for (uint32_t w = 0; w < block->count; w++)
        free(block->warps[w].operations);
    free(block->warps);
}

static struct simt_block_sample *make_room(struct simt_block_sample *block, uint32_t warps) {
    block->warps = no_memory_unless(calloc(warps, sizeof *block->warps));
    block->count = warps;
    for (uint32_t w = 0; w < warps; w++)
        block->warps[w].apart = 1;
    return block;
}

struct simt_block_sample *simt_sample_block(struct simt_sample *sample, uint32_t warps) {
    return sample->count < SIMT_SAMPLED_BLOCKS ? make_room(&sample->blocks[sample->count++], warps) : NULL;
}

struct simt_block_sample *simt_sample_first(struct simt_sample *sample, uint32_t warps) {
    return make_room(&sample->first, warps);
}

struct simt_block_sample *simt_sample_last(struct simt_sample *sample, uint32_t warps) {
    return make_room(&sample->last, warps);
}

struct simt_block_sample *simt_sample_long_one(struct simt_sample *sample, uint32_t warps) {
    free_block(&sample->longest);
    sample->longest = (struct simt_block_sample){0};
    return make_room(&sample->longest, warps);
}

uint64_t simt_sample_longest(const struct simt_block_sample *block) {
    uint64_t longest = 0;
    for (uint32_t w = 0; w < block->count; w++)
        longest = block->warps[w].all > longest ? block->warps[w].all : longest;
    return longest;
}

/** Whether others depend on the warp's progress. */
static bool meets_others(const struct simt_warp_sample *warp) {
    for (uint32_t i = 0; i < warp->count; i++) {
        const struct simt_warp_operation *o = &warp->operations[i];
        if (o->kind == SIMT_DOES_BARRIER || o->kind == SIMT_DOES_TILE_BARRIER || o->signal != SIMT_NO_SIGNAL)
            return true;
    }
    return false;
}

/** Keeps every other row, so that the sample covers more than a kernel's beginning. */
static void thin_out(struct simt_warp_sample *warp) {
    enum { ROW_BYTES = SIMT_SAMPLED_ROW * sizeof *warp->operations };
    for (uint32_t i = 1; 2 * i * SIMT_SAMPLED_ROW < warp->count; i++)
        memcpy(warp->operations + i * SIMT_SAMPLED_ROW, warp->operations + 2 * i * SIMT_SAMPLED_ROW,
               ROW_BYTES);
    warp->count /= 2;
    warp->apart *= 2;
}

static void keep_no_more(struct simt_warp_sample *warp) { warp->apart = UINT32_MAX; }

static bool is_of_kept_row(const struct simt_warp_sample *warp) {
    return warp->all / SIMT_SAMPLED_ROW % warp->apart == 0;
}

/** Whether the operation that the warp begins is to be kept. */
static bool is_kept(struct simt_warp_sample *warp) {
    if (is_of_kept_row(warp) && warp->count == SIMT_SAMPLED_OPERATIONS) {
        if (meets_others(warp))
            keep_no_more(warp);
        else
            thin_out(warp);
    }
    return is_of_kept_row(warp);
}

void simt_sample_barrier(struct simt_warp_sample *warp) {
    if (warp->apart > 1)
        keep_no_more(warp);
}

struct simt_warp_operation *simt_sample_operation(struct simt_warp_sample *warp) {
    const bool kept = is_kept(warp);
    warp->all++;
    if (!kept)
        return NULL;
    if (warp->count == warp->capacity) {
        warp->capacity = warp->capacity ? 2 * warp->capacity : FIRST_CAPACITY;
        warp->operations =
            no_memory_unless(realloc(warp->operations, warp->capacity * sizeof *warp->operations));
    }
    struct simt_warp_operation *operation = &warp->operations[warp->count++];
    *operation = (struct simt_warp_operation){0};
    return operation;
}

/* Barriers of the block among the kept operations. */
static uint32_t barriers_of(const struct simt_warp_sample *warp) {
    uint32_t barriers = 0;
    for (uint32_t i = 0; i < warp->count; i++)
        barriers += warp->operations[i].kind == SIMT_DOES_BARRIER;
    return barriers;
}

static void cut_at_next(struct simt_warp_sample *warp, uint32_t barriers) {
    for (uint32_t i = 0; i < warp->count; i++)
        if (warp->operations[i].kind == SIMT_DOES_BARRIER && barriers-- == 0)
            warp->count = i;
}

void simt_sample_cut(struct simt_block_sample *block) {
    uint32_t least = UINT32_MAX;
    for (uint32_t w = 0; w < block->count; w++) {
        const struct simt_warp_sample *warp = &block->warps[w];
        const uint32_t barriers = warp->all > warp->count ? barriers_of(warp) : UINT32_MAX;
        least = barriers < least ? barriers : least;
    }
    for (uint32_t w = 0; least < UINT32_MAX && w < block->count; w++)
        cut_at_next(&block->warps[w], least);
}

void simt_sample_choose_last(struct simt_sample *sample) {
    struct simt_block_sample other = sample->first;
    if (simt_sample_longest(&sample->first) > simt_sample_longest(&sample->last)) {
        other = sample->last;
        sample->last = sample->first;
    }
    free_block(&other);
    sample->first = (struct simt_block_sample){0};
}

void simt_sample_free(struct simt_sample *sample) {
    if (!sample)
        return;
    for (uint32_t b = 0; b < sample->count; b++)
        free_block(&sample->blocks[b]);
    free_block(&sample->first);
    free_block(&sample->last);
    free_block(&sample->longest);
    free(sample);
}
