// The resident blocks: their records, which a finished one leaves to the next, and how one begins.
#include "engine/exec/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/builtins.h"
#include "engine/exec/launch.h"
#include "engine/fiber/stack_switch.h"
#include "engine/memory/shared_memory.h"
#include "engine/observe/observers.h"

struct simt_launch simt_launch_now;
struct simt_block *simt_block_now;
struct simt_dim3 simt_thread_index[SIMT_MAX_THREADS];

/* Blocks that have begun, by their places; a finished one's record serves the next. */
static struct simt_block **resident;
static size_t resident_capacity;

uint32_t simt_next_epoch(void) {
    static uint32_t epoch;
    return ++epoch;
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

struct simt_block *simt_block_at(uint32_t place) {
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
        block->warp = zeroed(SIMT_MAX_WARPS, sizeof *block->warp);
        block->event.place = place;
        resident[place] = block;
    }
    return resident[place];
}

/** A device holds many blocks at a time: each has room for as many threads as it needs. */
static void make_room(struct simt_block *block, uint32_t threads) {
    if (threads <= block->capacity)
        return;
    free(block->lane);
    free(block->context);
    block->lane = zeroed(threads, sizeof *block->lane);
    block->context = zeroed(threads, sizeof *block->context);
    block->capacity = threads;
}

static size_t on_stack(const struct simt_block *block, uint32_t lane) {
    return block->lane[lane].stack.high - (uintptr_t)block->context[lane].stack;
}

static void save_stacks(struct simt_block *block) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < block->event.threads; i++)
        bytes += on_stack(block, i);
    if (bytes > block->stacks_room) {
        free(block->stacks);
        block->stacks = zeroed(1, bytes);
        block->stacks_room = bytes;
    }
    unsigned char *to = block->stacks;
    for (uint32_t i = 0; i < block->event.threads; to += on_stack(block, i++))
        memcpy(to, block->context[i].stack, on_stack(block, i));
}

static void restore_stacks(const struct simt_block *block) {
    const unsigned char *from = block->stacks;
    for (uint32_t i = 0; i < block->event.threads; from += on_stack(block, i++)) {
        simt_stack_renew(block->lane[i].stack);
        memcpy(block->context[i].stack, from, on_stack(block, i));
    }
}

void simt_block_save(struct simt_block *block) {
    block->shared_image = simt_shared_save(block->shared_image, block->event.epoch);
    save_stacks(block);
}

static void prepare_warp(struct simt_block *block, uint32_t in_block) {
    struct simt_warp *warp = &block->warp[in_block];
    uint32_t first = in_block * SIMT_WARP, lanes = block->event.threads - first;
    warp->number = block->event.first_warp + in_block;
    warp->lanes = lanes >= SIMT_WARP ? UINT32_MAX : (1u << lanes) - 1;
    warp->ready = warp->lanes;
    warp->full = warp->polling = warp->stepping = warp->at_barrier = warp->at_op = warp->exited = 0;
    warp->most = 0;
    memset(warp->tickets, 0, sizeof warp->tickets);
    for (uint32_t i = first; i < first + SIMT_WARP && i < block->event.threads; i++)
        simt_prepare_lane(&block->lane[i], &block->context[i], i);
}

void simt_block_begin(struct simt_block *block, uint64_t number) {
    struct simt_dim3 extent = simt_launch_now.event.block;
    block->index = simt_index_of(number, simt_launch_now.event.grid);
    block->event.epoch = simt_next_epoch();
    block->event.number = (uint32_t)number;
    block->event.threads = extent.x * extent.y * extent.z;
    block->event.warps = (block->event.threads + SIMT_WARP - 1) / SIMT_WARP;
    make_room(block, block->event.threads);
    block->event.first_warp = (uint32_t)number * block->event.warps;
    block->barrier_at = 0;
    block->turn_over = block->barriers_differ = block->barrier_reduces = block->tiles_wait = false;
    simt_block_now = block;
    set_builtins(simt_launch_now.event.grid, extent, block->index);
    simt_shared_begin_block();
    SIMT_TELL(block_begin, &block->event);
    block->logs = simt_observers.want_log;
    for (uint32_t w = 0; w < block->event.warps; w++)
        prepare_warp(block, w);
}

void simt_block_resume(struct simt_block *block) {
    simt_block_now = block;
    set_builtins(simt_launch_now.event.grid, simt_launch_now.event.block, block->index);
    simt_shared_restore(block->shared_image);
    restore_stacks(block);
    SIMT_TELL(block_resume, &block->event);
}

void simt_blocks_begin_launch(void) {
    const struct simt_dim3 extent = simt_launch_now.event.block;
    simt_barriers_begin_launch();
    for (uint32_t i = 0; i < extent.x * extent.y * extent.z; i++)
        simt_thread_index[i] = simt_index_of(i, extent);
}

void simt_blocks_end_launch(void) {
    const struct simt_dim3 none = {0, 0, 0};
    simt_builtin_thread_idx = none;
    set_builtins(none, none, none);
}

void simt_block_forget_fibers(struct simt_block *block) {
    for (uint32_t i = 0; i < block->capacity; i++)
        block->lane[i].started = false;
}

void simt_forget_fibers(void) {
    for (size_t p = 0; p < resident_capacity; p++)
        if (resident[p])
            simt_block_forget_fibers(resident[p]);
}
