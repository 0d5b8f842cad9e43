// Runs the blocks of a launch one after another, until a block polls without progress for something another
// block has yet to do, or loops for long (polling.c). Then it gives way, and as many blocks as the device can
// hold at a time take turns, a time slice each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/builtins.h"
#include "engine/exec/exit.h"
#include "engine/exec/launch.h"
#include "engine/exec/local_memory.h"
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/fiber/stack_switch.h"
#include "engine/memory/shared_memory.h"
#include "engine/model/profile.h"
#include "engine/observe/observers.h"

/* The records of the blocks that are resident together, by their slots. */

struct simt_launch simt_launch_now;
struct simt_block *simt_block_now;
struct simt_dim3 simt_thread_index[SIMT_MAX_THREADS];

/* Blocks that have begun, by their slots; the record of a finished block serves the next one. */
static struct simt_block **resident;
static size_t resident_capacity;

uint32_t simt_next_epoch(void) {
    static uint32_t epoch;
    return ++epoch;
}

/** Sets the built-in variables of the launch and the block; they are zero on the host. */
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

/** The record in a slot; allocated if there is none. */
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
    block->frame_bytes = 0;
}

void simt_lay_frames(struct simt_block *block, uint32_t bytes) {
    free(block->frames);
    block->frames = zeroed(block->capacity, bytes);
    block->frame_bytes = bytes;
}

static size_t on_stack(const struct simt_block *block, uint32_t lane) {
    return block->lane[lane].stack.high - (uintptr_t)block->context[lane].stack;
}

static void save_stacks(struct simt_block *block) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < block->event.threads; i++)
        bytes += on_stack(block, i) + simt_local_image_bytes(&block->lane[i]);
    if (bytes > block->stacks_room) {
        free(block->stacks);
        block->stacks = zeroed(1, bytes);
        block->stacks_room = bytes;
    }
    unsigned char *to = block->stacks;
    for (uint32_t i = 0; i < block->event.threads; i++) {
        to = mempcpy(to, block->context[i].stack, on_stack(block, i));
        to = simt_local_save(&block->lane[i], to);
    }
}

static void restore_stacks(const struct simt_block *block) {
    const unsigned char *from = block->stacks;
    for (uint32_t i = 0; i < block->event.threads; i++) {
        simt_stack_renew(block->lane[i].stack);
        memcpy(block->context[i].stack, from, on_stack(block, i));
        from = simt_local_restore(&block->lane[i], from + on_stack(block, i));
    }
}

/** The running block gives way: saves its shared memory and the contents of its lanes' stacks. */
static void block_save(struct simt_block *block) {
    block->shared_image = simt_shared_save(block->shared_image, block->event.epoch);
    save_stacks(block);
}

static void prepare_warp(struct simt_block *block, uint32_t in_block) {
    struct simt_warp *warp = &block->warp[in_block];
    uint32_t first = in_block * SIMT_WARP, lanes = block->event.threads - first;
    warp->number = block->event.first_warp + in_block;
    warp->lanes = lanes >= SIMT_WARP ? UINT32_MAX : (1u << lanes) - 1;
    warp->ready = warp->lanes;
    warp->full = warp->polling = warp->stepping = warp->at_barrier = warp->at_op = warp->exited =
        warp->captured = 0;
    warp->most = 0;
    memset(warp->tickets, 0, sizeof warp->tickets);
    for (uint32_t i = first; i < first + SIMT_WARP && i < block->event.threads; i++)
        simt_prepare_lane(&block->lane[i], &block->context[i], i);
}

/** Makes @p block block @p number of the launch, and runs its lanes from now on. */
static void block_begin(struct simt_block *block, uint64_t number) {
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

/** Resumes the lanes of a block that gave way to others. */
static void block_resume(struct simt_block *block) {
    simt_block_now = block;
    set_builtins(simt_launch_now.event.grid, simt_launch_now.event.block, block->index);
    simt_shared_restore(block->shared_image);
    restore_stacks(block);
    SIMT_TELL(block_resume, &block->event);
}

/** Begins a launch: numbers the threads of its blocks. */
static void blocks_begin_launch(void) {
    const struct simt_dim3 extent = simt_launch_now.event.block;
    simt_barriers_begin_launch();
    for (uint32_t i = 0; i < extent.x * extent.y * extent.z; i++)
        simt_thread_index[i] = simt_index_of(i, extent);
}

/** Ends the launch: the host is in no block. */
static void blocks_end_launch(void) {
    const struct simt_dim3 none = {0, 0, 0};
    simt_builtin_thread_idx = none;
    set_builtins(none, none, none);
}

/** Makes the block's lanes start from the top next time, because others have used their stacks. */
static void block_forget_fibers(struct simt_block *block) {
    for (uint32_t i = 0; i < block->capacity; i++)
        block->lane[i].started = false;
}

void simt_forget_fibers(void) {
    for (size_t p = 0; p < resident_capacity; p++)
        if (resident[p])
            block_forget_fibers(resident[p]);
}

enum outcome { BLOCK_FINISHED, BLOCK_GIVES_WAY, BLOCK_PAUSED };

/** The states of the running block's lanes: the unions of its warps' masks. */
static void whereabouts(uint32_t *ready, uint32_t *at_op, uint32_t *at_barrier) {
    *ready = *at_op = *at_barrier = 0;
    for (uint32_t w = 0; w < simt_block_now->event.warps; w++) {
        const struct simt_warp *warp = &simt_block_now->warp[w];
        *ready |= warp->ready | warp->full | warp->stepping;
        *at_op |= warp->at_op;
        *at_barrier |= warp->at_barrier;
    }
}

static void tell_stuck(struct simt_block *block) {
    const struct simt_barrier_event event = simt_barrier_event_of(block);
    SIMT_TELL(stuck, &event);
}

static void tell_starved(struct simt_block *block) {
    const struct simt_barrier_event event = simt_barrier_event_of(block);
    SIMT_TELL(starved, &event);
}

static void fail_stuck(void) {
    simt_launch_now.event.aborted = true;
    simt_launch_failed(SIMT_CUDA_LAUNCH_FAILURE);
}

/** Blocks under way except the running one; a random schedule lets no more of them drift apart. */
enum { MOST_APART = 4 };
static uint64_t blocks_apart, blocks_paused;

/** Whether the running block, which could go on, has to let others run first. */
static bool is_turn_over(bool at_barrier) {
    const bool over = simt_block_now->turn_over;
    simt_block_now->turn_over = false;
    return over || (at_barrier && blocks_apart < MOST_APART && simt_schedule_gives_way());
}

/** Runs the running block until it is done, can only poll without progress, or its turn is over. */
static enum outcome run_block(bool *moved) {
    for (;;) {
        uint32_t ready, at_op, at_barrier;
        simt_block_now->moved = false;
        simt_run_warps();
        *moved |= simt_block_now->moved;
        if (simt_launch_now.event.aborted)
            return BLOCK_FINISHED;
        if (simt_release_tiles(simt_block_now)) {
            *moved = true;
            continue;
        }
        whereabouts(&ready, &at_op, &at_barrier);
        if (ready && !simt_block_now->moved)
            return BLOCK_GIVES_WAY;
        if (ready && is_turn_over(false))
            return BLOCK_PAUSED;
        if (ready)
            continue;
        if (at_op) {
            tell_stuck(simt_block_now);
            fail_stuck();
            return BLOCK_FINISHED;
        }
        if (!at_barrier)
            break;
        simt_release_block_barrier(simt_block_now);
        *moved = true;
        if (is_turn_over(true))
            return BLOCK_PAUSED;
    }
    SIMT_TELL(block_end, &simt_block_now->event);
    return BLOCK_FINISHED;
}

/** Blocks the device holds at a time: what the occupancy rules allow on the multiprocessors of the launch. */
static uint64_t residency(void) {
    struct simt_dim3 b = simt_launch_now.event.block;
    uint64_t blocks = simt_blocks_per_multiprocessor(
        (uint64_t)b.x * b.y * b.z, simt_launch_now.dynamic_bytes + simt_shared_static_bytes());
    return (blocks ? blocks : 1) * simt_multiprocessors_for(simt_launch_now.cooperative);
}

/** The blocks that wait for their next time slice, in order. */
struct queue {
    uint32_t *place;
    uint64_t first, count, capacity;
};

static void enqueue(struct queue *queue, struct simt_block *block, bool paused) {
    block->paused = paused;
    blocks_paused += paused;
    blocks_apart++;
    queue->place[(queue->first + queue->count++) % queue->capacity] = block->event.place;
}

static struct simt_block *dequeue(struct queue *queue) {
    struct simt_block *block = block_at(queue->place[queue->first]);
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    blocks_apart--;
    blocks_paused -= block->paused;
    return block;
}

/** How long all blocks have polled without progress, and when that counts as starvation. */
struct vain {
    uint64_t turns;    /**< of blocks, one after another */
    uint64_t patience; /**< turns of each block before proof is required */
};

enum { FIRST_PATIENCE = 4 };

/** A block's turn has ended. */
static void note_turn(struct vain *vain, bool in_vain) {
    vain->turns = in_vain ? vain->turns + 1 : 0;
    if (!in_vain && simt_polls_are_proved)
        vain->patience *= 2; /* they may count their tries, and proof is expensive */
    simt_polls_are_proved &= in_vain;
}

/** Whether all of @p blocks blocks wait for ever: each has had its turn while proof was required. */
static bool are_starved(const struct vain *vain, uint64_t blocks) {
    simt_polls_are_proved |= vain->turns > vain->patience * blocks;
    return vain->turns > (vain->patience + 2) * blocks + 1;
}

/**
 * The running block and the blocks from @p next on share the device: a block that gives way makes room for
 * one that has not begun, while there is room, and then for the one that has waited longest.
 */
static void share_device(enum outcome outcome, uint64_t next, uint64_t blocks) {
    struct queue queue = {.capacity = residency()};
    struct vain vain = {.patience = FIRST_PATIENCE};
    uint32_t places = 1, free_place = UINT32_MAX;
    queue.place = calloc(queue.capacity, sizeof *queue.place);
    if (!queue.place) {
        fprintf(stderr, "simt: no memory for the order of resident blocks\n");
        exit(2);
    }
    blocks_apart = blocks_paused = 0;
    for (;;) {
        if (outcome != BLOCK_FINISHED) {
            block_save(simt_block_now);
            enqueue(&queue, simt_block_now, outcome == BLOCK_PAUSED);
        } else {
            free_place = simt_block_now->event.place;
        }
        bool room = free_place != UINT32_MAX || places < queue.capacity;
        /* A polling block waits for paused blocks before it waits for others to begin. */
        bool begins = outcome != BLOCK_GIVES_WAY || blocks_paused == 0;
        if (next < blocks && room && begins) {
            struct simt_block *block = block_at(free_place != UINT32_MAX ? free_place : places++);
            free_place = UINT32_MAX;
            block_forget_fibers(block); /* others have used its stacks since */
            block_begin(block, simt_schedule_block(next++, blocks));
        } else if (queue.count > 0) {
            if (are_starved(&vain, queue.count)) {
                tell_starved(simt_block_now);
                fail_stuck();
                break;
            }
            block_resume(dequeue(&queue));
        } else {
            break;
        }
        bool moved = false;
        outcome = run_block(&moved);
        if (simt_launch_now.event.aborted)
            break;
        note_turn(&vain, !moved && outcome == BLOCK_GIVES_WAY);
    }
    free(queue.place);
    simt_forget_fibers();
    simt_polls_are_proved = false;
    blocks_apart = 0;
}

/** Runs blocks one after another from @p next on, until one cannot finish. */
static enum outcome run_in_order(uint64_t *next, uint64_t blocks) {
    enum outcome outcome = BLOCK_FINISHED;
    bool moved = false;
    while (*next < blocks && outcome == BLOCK_FINISHED && !simt_launch_now.event.aborted) {
        block_begin(block_at(0), simt_schedule_block((*next)++, blocks));
        outcome = run_block(&moved);
    }
    return outcome;
}

void simt_run_launch(void) {
    struct simt_dim3 grid = simt_launch_now.event.grid;
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z, next = 0;
    blocks_begin_launch();
    enum outcome outcome = run_in_order(&next, blocks);
    if (outcome != BLOCK_FINISHED && !simt_launch_now.event.aborted)
        share_device(outcome, next, blocks);
    blocks_end_launch();
    if (simt_launch_now.event.aborted)
        simt_forget_fibers(); /* those abandoned half-way */
}
