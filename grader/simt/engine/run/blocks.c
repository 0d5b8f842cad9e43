// Runs the blocks of a launch: one after another, until one polls in vain for what another block has yet to
// do. Then it gives way, and as many blocks as the device could hold at a time take turns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/shared_memory.h"
#include "engine/model/profile.h"
#include "engine/run/ahead.h"
#include "engine/run/builtins.h"
#include "engine/run/copy.h"
#include "engine/run/launch.h"
#include "engine/run/machine.h"
#include "engine/run/schedule.h"

struct simt_launch simt_launch_now;
struct simt_block *simt_block_now;
struct simt_dim3 simt_thread_index[SIMT_MAX_THREADS];

enum outcome { BLOCK_FINISHED, BLOCK_GIVES_WAY, BLOCK_PAUSED };

/* Blocks that have begun, by the stacks they use; a finished one's record serves the next. */
static struct simt_block **resident;
static size_t resident_capacity;

uint32_t simt_next_era(void) {
    static uint32_t era;
    return ++era;
}

static struct simt_dim3 unflatten(uint64_t i, struct simt_dim3 extent) {
    return (struct simt_dim3){(unsigned)(i % extent.x), (unsigned)(i / extent.x % extent.y),
                              (unsigned)(i / extent.x / extent.y)};
}

struct simt_actor simt_thread_actor(uint64_t thread, uintptr_t pc) {
    uint64_t warp = thread / SIMT_WARP;
    uint64_t in_block = warp % simt_checked_now->warps * SIMT_WARP + thread % SIMT_WARP;
    return (struct simt_actor){.pc = pc,
                               .on_device = true,
                               .block = unflatten(warp / simt_checked_now->warps, simt_launch_now.grid),
                               .thread = unflatten(in_block, simt_launch_now.block)};
}

/** What the built-in variables of the launch and the block say; zero on the host. */
static void set_builtins(struct simt_dim3 grid, struct simt_dim3 block, struct simt_dim3 index) {
    simt_builtin_grid_dim = grid;
    simt_builtin_block_dim = block;
    simt_builtin_block_idx = index;
}

static void *zeroed(size_t count, size_t size) {
    void *memory = aligned_alloc(64, (count * size + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "simt: no memory for another resident block\n");
        exit(2);
    }
    return memset(memory, 0, count * size);
}

/** The record of the block at @p place among the resident ones, with room for any block. */
static struct simt_block *block_at(uint32_t place) {
    if (place >= resident_capacity) {
        size_t capacity = resident_capacity ? 2 * resident_capacity : 1;
        resident = realloc(resident, capacity * sizeof *resident);
        if (!resident)
            exit(2);
        memset(resident + resident_capacity, 0, (capacity - resident_capacity) * sizeof *resident);
        resident_capacity = capacity;
    }
    if (!resident[place]) {
        struct simt_block *block = zeroed(1, sizeof *block);
        block->lane = zeroed(SIMT_MAX_THREADS, sizeof *block->lane);
        block->context = zeroed(SIMT_MAX_THREADS, sizeof *block->context);
        block->warp = zeroed(SIMT_MAX_WARPS, sizeof *block->warp);
        block->checked = zeroed(1, sizeof *block->checked);
        block->place = place;
        resident[place] = block;
    }
    return resident[place];
}

static void prepare_warp(struct simt_block *block, uint32_t in_block) {
    struct simt_warp *warp = &block->warp[in_block];
    uint32_t first = in_block * SIMT_WARP, lanes = block->threads - first;
    warp->number = block->first_warp + in_block;
    warp->lanes = lanes >= SIMT_WARP ? UINT32_MAX : (1u << lanes) - 1;
    warp->ready = warp->lanes;
    warp->full = warp->polling = warp->at_barrier = warp->at_op = warp->exited = 0;
    for (uint32_t i = first; i < first + SIMT_WARP && i < block->threads; i++)
        simt_prepare_lane(&block->lane[i], &block->context[i], block->place, i);
}

static void begin_block(struct simt_block *block, uint64_t number) {
    struct simt_dim3 extent = simt_launch_now.block;
    block->index = unflatten(number, simt_launch_now.grid);
    block->era = simt_next_era();
    block->threads = extent.x * extent.y * extent.z;
    block->warps = (block->threads + SIMT_WARP - 1) / SIMT_WARP;
    block->first_warp = (uint32_t)number * block->warps;
    block->ended = 0;
    block->barrier_at = 0;
    block->passed_barrier = block->barriers_differ = block->barrier_reduces = block->tiles_wait = false;
    for (uint32_t w = 0; w < block->warps; w++)
        prepare_warp(block, w);
    simt_block_now = block;
    set_builtins(simt_launch_now.grid, extent, block->index);
    simt_shared_begin_block();
    simt_checked_take(&(struct simt_post){.kind = POST_BLOCK,
                                          .block = block->checked,
                                          .era = block->era,
                                          .first_warp = block->first_warp,
                                          .warps = block->warps});
}

/** Where the lanes of the running block are: the unions of its warps' masks. */
static void whereabouts(uint32_t *ready, uint32_t *at_op, uint32_t *at_barrier) {
    *ready = *at_op = *at_barrier = 0;
    for (uint32_t w = 0; w < simt_block_now->warps; w++) {
        const struct simt_warp *warp = &simt_block_now->warp[w];
        *ready |= warp->ready | warp->full;
        *at_op |= warp->at_op;
        *at_barrier |= warp->at_barrier;
    }
}

static void fail_stuck(void) {
    simt_launch_now.aborted = true;
    simt_launch_failed(SIMT_CUDA_LAUNCH_FAILURE);
}

/** Blocks under way but for the running one; a random schedule lets no more of them drift apart. */
enum { MOST_APART = 4 };
static uint64_t blocks_apart, blocks_paused;

/** Runs the running block until it is done, all that it still could do is to poll in vain, or the schedule
 * says so. */
static enum outcome run_block(bool *moved) {
    for (;;) {
        uint32_t ready, at_op, at_barrier;
        simt_block_now->moved = false;
        simt_run_warps();
        *moved |= simt_block_now->moved;
        if (simt_launch_now.aborted)
            return BLOCK_FINISHED;
        if (simt_release_tiles(simt_block_now)) {
            *moved = true;
            continue;
        }
        whereabouts(&ready, &at_op, &at_barrier);
        if (ready && !simt_block_now->moved)
            return BLOCK_GIVES_WAY;
        if (ready)
            continue;
        if (at_op) {
            simt_report_stuck(simt_block_now);
            fail_stuck();
            return BLOCK_FINISHED;
        }
        if (!at_barrier)
            break;
        simt_release_block_barrier(simt_block_now);
        *moved = true;
        if (blocks_apart < MOST_APART && simt_schedule_gives_way())
            return BLOCK_PAUSED;
    }
    simt_checked_take(&(struct simt_post){.kind = POST_END});
    return BLOCK_FINISHED;
}

/** Blocks the device holds at a time: what the occupancy rules allow on all its multiprocessors. */
static uint64_t residency(void) {
    const struct simt_profile *profile = simt_profile();
    struct simt_dim3 b = simt_launch_now.block;
    uint64_t threads = ((uint64_t)b.x * b.y * b.z + SIMT_WARP - 1) / SIMT_WARP * SIMT_WARP;
    uint64_t shared =
        simt_launch_now.dynamic_bytes + simt_shared_static_bytes() + profile->shared_reserved_per_block;
    uint64_t blocks = profile->threads_per_multiprocessor / threads;
    if (blocks > profile->blocks_per_multiprocessor)
        blocks = profile->blocks_per_multiprocessor;
    if (blocks > profile->shared_per_multiprocessor / shared)
        blocks = profile->shared_per_multiprocessor / shared;
    return (blocks ? blocks : 1) * profile->multiprocessors;
}

/** The blocks that wait for their next turn, in order. */
struct turns {
    uint32_t *place;
    uint64_t first, count, capacity;
};

static void wait_for_turn(struct turns *turns, struct simt_block *block, bool paused) {
    block->paused = paused;
    blocks_paused += paused;
    blocks_apart++;
    turns->place[(turns->first + turns->count++) % turns->capacity] = block->place;
}

static struct simt_block *next_turn(struct turns *turns) {
    struct simt_block *block = resident[turns->place[turns->first]];
    turns->first = (turns->first + 1) % turns->capacity;
    turns->count--;
    blocks_apart--;
    blocks_paused -= block->paused;
    return block;
}

static void resume_block(struct simt_block *block) {
    simt_block_now = block;
    simt_checked_now = block->checked;
    set_builtins(simt_launch_now.grid, simt_launch_now.block, block->index);
    simt_shared_restore(block->shared_image);
}

/**
 * The blocks from @p next on, and the running one, take turns: one that gives way makes room for one that has
 * not begun, as long as there is room, and then for the one that has waited longest.
 */
static void take_turns(enum outcome outcome, uint64_t next, uint64_t blocks) {
    struct turns turns = {.capacity = residency()};
    uint64_t idle = 0;
    uint32_t places = 1, free_place = UINT32_MAX;
    turns.place = zeroed(turns.capacity, sizeof *turns.place);
    blocks_apart = blocks_paused = 0;
    for (;;) {
        if (outcome != BLOCK_FINISHED) {
            simt_block_now->shared_image = simt_shared_save(simt_block_now->shared_image);
            wait_for_turn(&turns, simt_block_now, outcome == BLOCK_PAUSED);
        } else {
            free_place = simt_block_now->place;
        }
        bool room = free_place != UINT32_MAX || places < turns.capacity;
        /* One that polls waits for those that are paused before it waits for others to begin. */
        bool begins = outcome != BLOCK_GIVES_WAY || blocks_paused == 0;
        if (next < blocks && room && begins) {
            struct simt_block *block = block_at(free_place != UINT32_MAX ? free_place : places++);
            free_place = UINT32_MAX;
            begin_block(block, simt_schedule_block(next++, blocks));
        } else if (turns.count > 0) {
            if (idle > turns.count) {
                simt_report_waiting(simt_block_now);
                fail_stuck();
                break;
            }
            resume_block(next_turn(&turns));
        } else {
            break;
        }
        bool moved = false;
        outcome = run_block(&moved);
        if (simt_launch_now.aborted)
            break;
        idle = moved || outcome == BLOCK_FINISHED ? 0 : idle + 1;
    }
    free(turns.place);
    blocks_apart = 0;
}

/** Runs blocks one after another, from @p next to @p end, until one cannot finish. */
static enum outcome run_in_order(uint64_t *next, uint64_t end, uint64_t blocks) {
    enum outcome outcome = BLOCK_FINISHED;
    bool moved = false;
    while (*next < end && outcome == BLOCK_FINISHED && !simt_launch_now.aborted) {
        begin_block(block_at(0), simt_schedule_block((*next)++, blocks));
        outcome = run_block(&moved);
    }
    return outcome;
}

/** The copy's part of a launch: from the end on. */
static _Noreturn void run_ahead(uint64_t blocks) {
    for (uint64_t last = blocks - 1; simt_ahead_take(); last--) {
        uint64_t next = last;
        if (run_in_order(&next, last + 1, blocks) != BLOCK_FINISHED || simt_launch_now.aborted)
            simt_ahead_give_up();
    }
    simt_ahead_finish();
}

/** Shares the blocks that are left with a copy of the process. */
static enum outcome run_split(uint64_t *next, uint64_t blocks) {
    enum outcome outcome = BLOCK_FINISHED;
    while (outcome == BLOCK_FINISHED && !simt_launch_now.aborted && simt_ahead_take())
        outcome = run_in_order(next, *next + 1, blocks);
    if (outcome == BLOCK_FINISHED && *next < blocks && !simt_launch_now.aborted && simt_ahead_join())
        *next = blocks;
    simt_ahead_end();
    return outcome;
}

/** The first block shows whether the others may be shared out. */
static enum outcome run_first(uint64_t *next, uint64_t blocks) {
    enum outcome outcome = run_in_order(next, 1, blocks);
    if (outcome != BLOCK_FINISHED || !simt_ahead_begin()) {
        simt_ahead_end();
        return outcome;
    }
    if (simt_in_copy)
        run_ahead(blocks);
    return run_split(next, blocks);
}

/** Every block of a launch has the same. */
static void number_threads(void) {
    const struct simt_dim3 extent = simt_launch_now.block;
    for (uint32_t i = 0; i < extent.x * extent.y * extent.z; i++)
        simt_thread_index[i] = unflatten(i, extent);
}

void simt_run_launch(void) {
    struct simt_dim3 grid = simt_launch_now.grid, none = {0, 0, 0};
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z, next = 0;
    enum outcome outcome = BLOCK_FINISHED;
    number_threads();
    if (simt_ahead_noting)
        outcome = run_first(&next, blocks);
    if (outcome == BLOCK_FINISHED)
        outcome = run_in_order(&next, blocks, blocks);
    if (outcome != BLOCK_FINISHED && !simt_launch_now.aborted)
        take_turns(outcome, next, blocks);
    simt_builtin_thread_idx = none;
    set_builtins(none, none, none);
    if (simt_launch_now.aborted)
        simt_forget_fibers(); /* those left half-way */
}

void simt_forget_fibers(void) {
    for (size_t p = 0; p < resident_capacity; p++)
        for (unsigned i = 0; i < SIMT_MAX_THREADS && resident[p]; i++)
            resident[p]->lane[i].started = false;
}
