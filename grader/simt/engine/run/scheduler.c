// Runs a launch: blocks one after another, warps in turn, lanes as fibers that park and hand over to each
// other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/check/release.h"
#include "engine/memory/shared_memory.h"
#include "engine/run/builtins.h"
#include "engine/run/launch.h"
#include "engine/run/machine.h"
#include "engine/run/schedule.h"
#include "engine/trace/trace.h"

struct simt_launch simt_launch_now;
struct simt_block simt_block_now;
struct simt_lane *simt_self;
struct simt_warp *simt_warp_now;

static simt_context scheduler; /* where the host waits while lanes run */
static uint64_t host_depth_key;
static struct simt_lane *warp_lanes; /* of the running warp */
static uint32_t turns_left;          /* lanes that have not yet had their turn in this round */

enum { ROUNDS_A_TURN = 64 };

uint32_t simt_next_era(void) {
    static uint32_t era;
    return ++era;
}

struct simt_actor simt_lane_actor(const struct simt_lane *lane, uintptr_t pc) {
    return (struct simt_actor){
        .pc = pc, .on_device = true, .block = simt_block_now.index, .thread = lane->thread};
}

static struct simt_dim3 unflatten(uint64_t i, struct simt_dim3 extent) {
    return (struct simt_dim3){(unsigned)(i % extent.x), (unsigned)(i / extent.x % extent.y),
                              (unsigned)(i / extent.x / extent.y)};
}

struct simt_actor simt_thread_actor(uint64_t thread, uintptr_t pc) {
    uint64_t warp = thread / SIMT_WARP;
    uint64_t in_block = warp % simt_block_now.warps * SIMT_WARP + thread % SIMT_WARP;
    return (struct simt_actor){.pc = pc,
                               .on_device = true,
                               .block = unflatten(warp / simt_block_now.warps, simt_launch_now.grid),
                               .thread = unflatten(in_block, simt_launch_now.block)};
}

/** The next lane of the warp to run in this round; NULL if none is left. */
static inline struct simt_lane *next_lane(void) {
    if (!turns_left)
        return NULL;
    unsigned i = simt_schedule_pick(turns_left);
    turns_left &= ~(1u << i);
    return &warp_lanes[i];
}

static void become(struct simt_lane *lane) {
    simt_self = lane;
    simt_log_next = lane->log_next;
    simt_log_limit = simt_column(lane) + (size_t)TRACE_ROWS * SIMT_WARP;
    simt_depth_key = lane->depth_key;
    simt_builtin_thread_idx = lane->thread;
}

static void become_host(void) {
    simt_self = NULL;
    simt_log_next = simt_log_limit = NULL;
    simt_depth_key = host_depth_key;
}

/** What the built-in variables of the launch and the block say; zero on the host. */
static void set_builtins(struct simt_dim3 grid, struct simt_dim3 block, struct simt_dim3 index) {
    simt_builtin_grid_dim = grid;
    simt_builtin_block_dim = block;
    simt_builtin_block_idx = index;
}

/** Whoever is resumed learns where its resumer stands; the pointer passed says where to note that. */
static void note_resumer(struct simt_transfer transfer) { *(simt_context *)transfer.data = transfer.from; }

void simt_park(uint32_t *where) {
    struct simt_lane *self = simt_self, *next = next_lane();
    uint32_t bit = 1u << self->number % SIMT_WARP;
    *where |= bit;
    simt_warp_now->ready &= ~bit;
    self->log_next = simt_log_next;
    self->depth_key = simt_depth_key;
    if (next)
        become(next);
    else
        become_host();
    note_resumer(simt_switch_to(next ? next->context : scheduler, &self->context));
}

_Noreturn void simt_abort_launch(int cuda_error) {
    simt_context abandoned;
    simt_launch_now.aborted = true;
    simt_launch_failed(cuda_error);
    simt_self->log_next = simt_log_next;
    become_host();
    simt_switch_to(scheduler, &abandoned);
    abort(); /* nobody resumes an abandoned lane */
}

/** A lane's fiber: one round of the loop is one thread of one block. */
static void lane_main(struct simt_transfer transfer) {
    note_resumer(transfer);
    for (;;) {
        simt_launch_now.body(simt_launch_now.closure);
        simt_park(&simt_warp_now->exited);
    }
}

static void prepare_lane(struct simt_lane *lane, uint32_t number) {
    if (!lane->started) {
        lane->stack = simt_stack_get(number);
        lane->context = make_fcontext((void *)lane->stack.high, SIMT_STACK_BYTES, lane_main);
        lane->started = true;
    }
    lane->number = number;
    lane->thread = unflatten(number, simt_launch_now.block);
    lane->log_next = simt_column(lane);
    lane->depth_key = KEY_DEPTH_START;
    lane->clock = 0;
    lane->fenced = false;
}

static void prepare_warp(struct simt_warp *warp, uint32_t in_block) {
    uint32_t first = in_block * SIMT_WARP, lanes = simt_block_now.threads - first;
    warp->number = simt_block_now.first_warp + in_block;
    warp->lanes = lanes >= SIMT_WARP ? UINT32_MAX : (1u << lanes) - 1;
    warp->ready = warp->lanes;
    warp->full = warp->at_barrier = warp->at_op = warp->exited = 0;
    warp->full_tick = simt_block_now.tick;
    warp->steps = 0;
    warp->stored = warp->partial = false;
    for (uint32_t i = 0; i < SIMT_WARP && i < lanes; i++)
        prepare_lane(&simt_block_now.lane[first + i], first + i);
}

static void prepare_block(uint64_t number) {
    struct simt_block *block = &simt_block_now;
    struct simt_dim3 extent = simt_launch_now.block;
    block->index = unflatten(number, simt_launch_now.grid);
    block->era = simt_next_era();
    block->threads = extent.x * extent.y * extent.z;
    block->warps = (block->threads + SIMT_WARP - 1) / SIMT_WARP;
    block->first_warp = (uint32_t)number * block->warps;
    block->tick = block->barrier_tick = 1;
    block->barrier_at = 0;
    block->barriers_differ = block->barrier_reduces = false;
    set_builtins(simt_launch_now.grid, extent, block->index);
    simt_shared_begin_block();
    simt_release_begin_block();
    for (uint32_t w = 0; w < block->warps; w++)
        prepare_warp(&block->warp[w], w);
}

/** Runs every ready lane of the warp once, until each has parked. */
static void run_ready_lanes(struct simt_warp *warp) {
    turns_left = warp->ready;
    struct simt_lane *first = next_lane();
    become(first);
    note_resumer(simt_switch_to(first->context, &scheduler));
}

/** Lanes whose column has room again can go on. */
static void reopen_full_columns(struct simt_warp *warp) {
    for (uint32_t left = warp->full; left; left &= left - 1) {
        const struct simt_lane *lane = &warp_lanes[__builtin_ctz(left)];
        if (lane->log_next < simt_column(lane) + (size_t)TRACE_ROWS * SIMT_WARP) {
            warp->full &= ~(left & -left);
            warp->ready |= left & -left;
        }
    }
}

/** Runs a warp until its lanes wait for other warps or are gone, or it has had its turn. */
static void run_warp(struct simt_warp *warp) {
    simt_warp_now = warp;
    warp_lanes = &simt_block_now.lane[(warp->number - simt_block_now.first_warp) * SIMT_WARP];
    for (unsigned round = 0; round < ROUNDS_A_TURN && warp->ready; round++) {
        run_ready_lanes(warp);
        simt_drain(warp, warp_lanes, simt_launch_now.aborted || round + 1 == ROUNDS_A_TURN);
        if (simt_launch_now.aborted)
            return;
        reopen_full_columns(warp);
        if (warp->at_op)
            simt_resolve_warp_ops(warp, warp_lanes);
    }
}

/** Where the lanes of the block are: the unions of its warps' masks. */
static void whereabouts(uint32_t *ready, uint32_t *at_op, uint32_t *at_barrier) {
    *ready = *at_op = *at_barrier = 0;
    for (uint32_t w = 0; w < simt_block_now.warps; w++) {
        const struct simt_warp *warp = &simt_block_now.warp[w];
        *ready |= warp->ready | warp->full;
        *at_op |= warp->at_op;
        *at_barrier |= warp->at_barrier;
    }
}

static void finish_block(void) {
    uint64_t longest = 0;
    for (uint32_t w = 0; w < simt_block_now.warps; w++) {
        uint64_t steps = simt_block_now.warp[w].steps + simt_block_now.warp[w].stored;
        longest = steps > longest ? steps : longest;
    }
    struct simt_counters *counters = &simt_launch_now.record->counters;
    if (longest > counters->steps)
        counters->steps = longest;
}

static void run_warps(void) {
    uint32_t waiting = UINT32_MAX >> (SIMT_MAX_WARPS - simt_block_now.warps);
    while (waiting && !simt_launch_now.aborted) {
        unsigned w = simt_schedule_pick(waiting);
        waiting &= ~(1u << w);
        run_warp(&simt_block_now.warp[w]);
    }
}

static void run_block(uint64_t number) {
    prepare_block(number);
    for (;;) {
        run_warps();
        if (simt_launch_now.aborted)
            return;
        uint32_t ready, at_op, at_barrier;
        whereabouts(&ready, &at_op, &at_barrier);
        if (ready)
            continue;
        if (at_op) {
            simt_report_stuck(&simt_block_now);
            simt_launch_now.aborted = true;
            simt_launch_failed(SIMT_CUDA_LAUNCH_FAILURE);
            return;
        }
        if (!at_barrier)
            break;
        simt_release_block_barrier(&simt_block_now);
    }
    finish_block();
}

void simt_run_launch(void) {
    host_depth_key = simt_depth_key;
    struct simt_dim3 grid = simt_launch_now.grid;
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    for (uint64_t i = 0; i < blocks && !simt_launch_now.aborted; i++)
        run_block(simt_schedule_block(i, blocks));
    simt_builtin_thread_idx = (struct simt_dim3){0, 0, 0};
    set_builtins((struct simt_dim3){0, 0, 0}, (struct simt_dim3){0, 0, 0}, (struct simt_dim3){0, 0, 0});
    if (simt_launch_now.aborted) /* fibers left half-way are made anew next time */
        for (unsigned i = 0; i < SIMT_MAX_THREADS; i++)
            simt_block_now.lane[i].started = false;
}
