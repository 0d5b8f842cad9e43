// Runs the warps of a block in turn: their lanes are fibers that park and hand over to each other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/guard/guard.h"
#include "engine/memory/local_memory.h"
#include "engine/record/record.h"
#include "engine/run/builtins.h"
#include "engine/run/launch.h"
#include "engine/run/machine.h"
#include "engine/run/schedule.h"
#include "engine/run/stacks.h"
#include "engine/trace/trace.h"
#include "engine/trace/tracing.h"

_Thread_local struct simt_lane *simt_self;
struct simt_warp *simt_warp_now;

static simt_context scheduler;       /* where the host waits while lanes run */
static struct simt_stack host_stack; /* and its stack, if anybody needs to know */
static bool host_entered;            /* the next lane to begin is entered from there */
static uint64_t host_depth_key;      /* of the launching host code */
static struct simt_lane *warp_lanes; /* of the running warp */
static simt_context *warp_contexts;  /* where they go on */
static uint32_t turns_left;          /* lanes that have not yet had their turn in this round */
static bool plain;                   /* lanes run in order, and log nothing */

enum { ROUNDS_A_TURN = 64, POLLS_A_TURN = 32 };

struct simt_actor simt_lane_actor(const struct simt_lane *lane, uintptr_t pc) {
    return (struct simt_actor){
        .pc = pc, .on_device = true, .block = simt_block_now->index, .thread = lane->thread};
}

/** Where a lane of the running warp goes on. */
static inline simt_context *context_of(const struct simt_lane *lane) {
    return &warp_contexts[lane - warp_lanes];
}

/** The next lane of the warp to run in this round; NULL if none is left. */
static inline struct simt_lane *next_lane(void) {
    if (!turns_left)
        return NULL;
    unsigned i = simt_schedule_pick(turns_left);
    turns_left &= ~(1u << i);
    return &warp_lanes[i];
}

/** A lane's stack has mostly left the cache since its last turn: the next one's is on its way while this one
 * runs. */
static inline void fetch_ahead(void) {
    enum { LINE = 64, LINES = 4 };
    if (!turns_left)
        return;
    const unsigned i = (unsigned)__builtin_ctz(turns_left);
    __builtin_prefetch(&warp_lanes[i]);
    for (int line = -1; line < LINES; line++)
        __builtin_prefetch((const char *)warp_contexts[i].stack + line * LINE);
}

static inline void become(struct simt_lane *lane) {
    static uint32_t turns;
    simt_self = lane;
    lane->turn = ++turns;
    simt_log_next = (uint64_t *)((uintptr_t)simt_log_start + lane->logged);
    simt_depth_key = lane->depth_key;
    simt_builtin_thread_idx = lane->thread;
    fetch_ahead();
}

static inline void note_logged(struct simt_lane *self) {
    self->logged = (uint32_t)((uintptr_t)simt_log_next - (uintptr_t)simt_log_start);
}

static inline void become_host(void) {
    simt_self = NULL;
    simt_log_next = simt_log_limit = NULL;
    simt_depth_key = host_depth_key;
}

/** Lets the next lane run, in a run in which nothing is logged and lanes run in order. There is one. */
static inline void hand_over_plainly(struct simt_lane *self) {
    const unsigned i = (unsigned)__builtin_ctz(turns_left);
    struct simt_lane *next = &warp_lanes[i];
    turns_left &= turns_left - 1;
    simt_self = next;
    simt_builtin_thread_idx = next->thread;
    simt_switch_to_stack(context_of(self), &warp_contexts[i], next->stack);
}

/** Lets the next lane of this round run, or the scheduler if there is none. */
static inline void hand_over(struct simt_lane *self) {
    struct simt_lane *next = next_lane();
    note_logged(self);
    self->depth_key = simt_depth_key;
    if (next)
        become(next);
    else
        become_host();
    simt_switch_to_stack(context_of(self), next ? context_of(next) : &scheduler,
                         next ? next->stack : host_stack);
}

void simt_park(uint32_t *where) {
    struct simt_lane *self = simt_self;
    *where |= 1u << self->number % SIMT_WARP;
    if (plain && turns_left) {
        hand_over_plainly(self);
        return;
    }
    if (__builtin_expect(simt_recording, 0))
        simt_record_after();
    hand_over(self);
}

_Noreturn void simt_abort_launch(int cuda_error) {
    simt_context abandoned;
    simt_launch_now.aborted = true;
    simt_launch_failed(cuda_error);
    note_logged(simt_self);
    become_host();
    simt_switch_to_stack(&abandoned, &scheduler, host_stack);
    abort(); /* nobody resumes an abandoned lane */
}

/** A lane's fiber: one round of the loop is one thread of one block. */
static void lane_main(void) {
    simt_stack_entered(host_entered ? &host_stack : NULL);
    host_entered = false;
    for (;;) {
        if (simt_guard_armed)
            simt_guard_call((void (*)(void))simt_launch_now.body, &simt_self->entry_slot,
                            (const uintptr_t[5]){(uintptr_t)simt_launch_now.closure});
        else
            simt_launch_now.body(simt_launch_now.closure);
        if (simt_block_now->barrier_at || !simt_block_now->passed_barrier)
            simt_note_end();
        simt_park(&simt_warp_now->exited);
    }
}

void simt_note_poll(uintptr_t address, uint64_t value, uintptr_t pc) {
    struct simt_lane *self = simt_self;
    if (!self)
        return;
    if (self->polled != address || self->polled_value != value) {
        self->polled = address;
        self->polled_at = pc;
        self->polled_value = value;
        self->polls = 0;
    } else if (++self->polls == POLLS_A_TURN) {
        self->polls = 0;
        simt_park(&simt_warp_now->polling);
    }
}

void simt_prepare_lane(struct simt_lane *lane, simt_context *context, uint32_t place, uint32_t number,
                       struct simt_dim3 thread) {
    if (!lane->started) {
        lane->stack = simt_stack_get(place, number);
        simt_stack_renew(lane->stack);
        simt_context_make(context, lane->stack.high, SIMT_STACK_BYTES, lane_main);
        lane->started = true;
    }
    lane->number = number;
    lane->thread = thread;
    lane->logged = simt_tracing ? number % SIMT_WARP * (uint32_t)sizeof(uint64_t) : 0;
    lane->depth_key = KEY_DEPTH_START;
    lane->clock = 0;
    lane->barrier_at = lane->left_from[0] = 0;
    lane->polled = 0;
    lane->polls = 0;
    lane->guessed_at = 0;
    lane->fences = lane->device_fence = lane->fences_drained = 0;
    lane->fence_tick = lane->device_fence_tick = 0;
    if (lane->local)
        simt_local_clear(lane);
}

/** Runs every ready lane of the warp once, until each has parked. */
static void run_ready_lanes(struct simt_warp *warp) {
    host_depth_key = simt_depth_key;
    turns_left = warp->ready;
    warp->ready = 0;
    plain = !simt_tracing && simt_schedule_forward;
    simt_log_limit = simt_tracing ? simt_log_start + (size_t)TRACE_ROWS * SIMT_WARP : SIMT_LOG_NOTHING;
    struct simt_lane *first = next_lane();
    become(first);
    host_entered = true;
    simt_switch_to_stack(&scheduler, context_of(first), first->stack);
    host_entered = false;
}

/** Lanes whose column has room again can go on. */
static void reopen_full_columns(struct simt_warp *warp) {
    for (uint32_t left = warp->full; left; left &= left - 1) {
        const struct simt_lane *lane = &warp_lanes[__builtin_ctz(left)];
        if (lane->logged < (size_t)TRACE_ROWS * TRACE_ROW_BYTES) {
            warp->full &= ~(left & -left);
            warp->ready |= left & -left;
        }
    }
}

/** Runs a warp until its lanes wait for other warps or are gone, poll in vain, or it has had its turn. */
static void run_warp(struct simt_warp *warp) {
    bool polling = false;
    simt_warp_now = warp;
    const uint32_t first = (warp->number - simt_block_now->first_warp) * SIMT_WARP;
    warp_lanes = &simt_block_now->lane[first];
    warp_contexts = &simt_block_now->context[first];
    for (unsigned round = 0; round < ROUNDS_A_TURN && warp->ready && !polling; round++) {
        uint32_t ran = warp->ready;
        run_ready_lanes(warp);
        polling = warp->polling == ran;
        simt_block_now->moved |= !polling;
        if (simt_tracing)
            simt_hand_over(warp, warp_lanes,
                           simt_launch_now.aborted || polling || round + 1 == ROUNDS_A_TURN);
        if (simt_launch_now.aborted)
            return;
        reopen_full_columns(warp);
        warp->ready |= warp->polling;
        warp->polling = 0;
        if (warp->at_op)
            simt_resolve_warp_ops(warp, warp_lanes);
    }
}

void simt_run_warps(void) {
    uint32_t waiting = UINT32_MAX >> (SIMT_MAX_WARPS - simt_block_now->warps);
    while (waiting && !simt_launch_now.aborted) {
        unsigned w = simt_schedule_pick(waiting);
        waiting &= ~(1u << w);
        run_warp(&simt_block_now->warp[w]);
    }
}
