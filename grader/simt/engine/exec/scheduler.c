// Runs the warps of a block one after another: their lanes are fibers that park and switch to each other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exec/confinement.h"
#include "engine/exec/launch.h"
#include "engine/exec/local_memory.h"
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/exec/time_slice.h"
#include "engine/observe/observers.h"
#include "engine/report/errors.h"
#include "simt/simt.h"

struct simt_lane simt_host_lane = {.depth_key = KEY_DEPTH_START};
_Thread_local struct simt_lane *simt_running = &simt_host_lane;
struct simt_warp *simt_warp_now;
const struct simt_confinement *simt_confinement;

static simt_context scheduler;       /* the host's context while lanes run */
static struct simt_stack host_stack; /* and its stack, for AddressSanitizer */
static bool host_entered;            /* the next lane to begin is entered from the host */
struct simt_time_slice simt_time_slice;

/* Slices of a warp before others get their turn. Slices of lanes that log nothing are long. */
enum { SLICES_OF_A_WARP = 64 };

static unsigned slices_of_a_warp(void) {
    return simt_observers.passing && !simt_block_now->logs ? 1 : SLICES_OF_A_WARP;
}

struct simt_actor simt_lane_actor(const struct simt_lane *lane, uintptr_t pc) {
    return (struct simt_actor){.pc = pc,
                               .on_device = true,
                               .block = simt_block_now->index,
                               .thread = simt_thread_index[lane->number]};
}

/** The next lane of the warp to run in this time slice; NULL if none is left. */
static inline struct simt_lane *next_lane(void) {
    if (!simt_time_slice.left)
        return NULL;
    const unsigned i = simt_schedule_pick(simt_time_slice.left);
    simt_time_slice.left ^= 1u << i;
    simt_time_slice.running = i;
    return &simt_time_slice.lanes[i];
}

static inline void become(struct simt_lane *lane) {
    static uint32_t slices;
    simt_running = lane;
    lane->order = ++slices;
    simt_builtin_thread_idx = simt_time_slice.threads[simt_time_slice.running];
}

static inline void become_host(void) { simt_running = &simt_host_lane; }

/** Lets the next lane of this time slice run, or the scheduler if there is none. */
static inline void switch_to_next(void) {
    simt_count_steps();
    simt_context *from = &simt_time_slice.contexts[simt_time_slice.running];
    struct simt_lane *next = next_lane();
    if (next)
        become(next);
    else
        become_host();
    simt_switch_to_stack(from, next ? &simt_time_slice.contexts[simt_time_slice.running] : &scheduler,
                         next ? next->stack : host_stack);
}

/** The running lane gives way before it waits: its instructions are counted when it waits, because other
 * lanes may have caught up by now. */
static void park_unfinished(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    const int64_t ran = slice->steps_then - simt_quiet_steps;
    simt_running->ran = ran;
    slice->unfinished = ran > slice->unfinished ? ran : slice->unfinished;
    slice->steps_then = simt_quiet_steps;
    switch_to_next();
    slice->steps_then += simt_running->ran;
}

void simt_park(uint32_t *where) {
    *where |= 1u << simt_time_slice.running;
    if (where == &simt_warp_now->full || where == &simt_warp_now->polling) {
        if (__builtin_expect(simt_observers.want_accesses, 0))
            SIMT_TELL(lane_leaves, &simt_block_now->event);
        park_unfinished();
        return;
    }
    if (simt_time_slice.plain && simt_time_slice.left) {
        simt_switch_plainly();
        return;
    }
    if (__builtin_expect(simt_observers.want_accesses, 0))
        SIMT_TELL(lane_leaves, &simt_block_now->event);
    switch_to_next();
}

_Noreturn void simt_abort_launch(int cuda_error) {
    simt_context abandoned;
    simt_launch_now.event.aborted = true;
    simt_launch_failed(cuda_error);
    simt_time_slice.left = 0;
    become_host();
    simt_switch_to_stack(&abandoned, &scheduler, host_stack);
    abort(); /* an abandoned lane is never resumed */
}

/** A lane's fiber: one iteration of the loop is one thread of one block. */
static void lane_main(void) {
    simt_stack_entered(host_entered ? &host_stack : NULL);
    host_entered = false;
    for (;;) {
        if (__builtin_expect(simt_confinement != NULL, 0))
            simt_confinement->call_kernel(simt_launch_now.event.body, simt_launch_now.event.closure,
                                          &simt_running->entry_slot);
        else
            simt_launch_now.event.body(simt_launch_now.event.closure);
        simt_note_end();
        simt_park(&simt_warp_now->exited);
    }
}

void simt_exit_thread(void) {
    if (!simt_self())
        abort();
    simt_running->started = false; /* its stack is not unwound: the next block's thread sets it up again */
    simt_note_end();
    simt_park(&simt_warp_now->exited);
    abort();
}

/** Lets the lane log into its column from now on, or log nothing. */
static void give_column(struct simt_lane *lane) {
    const bool logs = simt_block_now->logs;
    lane->log_next = logs ? simt_column(lane) : SIMT_LOG_NOTHING;
    lane->log_limit = logs ? lane->log_next + (size_t)LOG_ROWS * SIMT_WARP : SIMT_LOG_NOTHING;
    lane->polled = 0; /* loops are recognised in the log */
    lane->polls = lane->circle.patience = 0;
}

void simt_prepare_lane(struct simt_lane *lane, simt_context *context, uint32_t number) {
    if (!lane->started) {
        lane->stack = simt_stack_get(number);
        simt_stack_renew(lane->stack);
        simt_context_make(context, lane->stack.high, SIMT_STACK_BYTES, lane_main);
        lane->started = true;
    }
    lane->number = number;
    give_column(lane);
    lane->depth_key = KEY_DEPTH_START;
    lane->clock = lane->slept = 0;
    lane->met = 0;
    lane->left_from[0] = lane->ended_at = 0;
    if (lane->local)
        simt_local_clear(lane);
}

/** Runs every ready lane of the warp once, until each has parked. */
static void run_ready_lanes(struct simt_warp *warp) {
    simt_time_slice.left = warp->ready;
    warp->ready = 0;
    simt_time_slice.plain = !simt_block_now->logs && simt_schedule_forward;
    simt_time_slice.unchecked = simt_time_slice.plain && !simt_observers.want_positions;
    struct simt_lane *first = next_lane();
    simt_time_slice.round++;
    become(first);
    host_entered = true;
    simt_quiet_begin();
    simt_switch_to_stack(&scheduler, &simt_time_slice.contexts[simt_time_slice.running], first->stack);
    simt_quiet_end();
    host_entered = false;
}

/** Lanes whose column has room again can go on. */
static void reopen_full_columns(struct simt_warp *warp) {
    for (uint32_t left = warp->full; left; left &= left - 1) {
        const struct simt_lane *lane = &simt_time_slice.lanes[__builtin_ctz(left)];
        if (lane->log_limit == SIMT_LOG_NOTHING || lane->log_next < lane->log_limit) {
            warp->full &= ~(left & -left);
            warp->ready |= left & -left;
        }
    }
}

/** Runs every ready lane until each has parked, and resumes lanes that stop before an access in lockstep.
 * @param gives_way becomes true if other warps are to run before the next access
 * @return the lanes that ran */
static uint32_t run_slice(struct simt_warp *warp, bool *gives_way) {
    uint32_t ran = warp->ready;
    if (warp->ready)
        run_ready_lanes(warp);
    while (warp->stepping && !warp->full && !simt_launch_now.event.aborted) {
        const uint32_t next = simt_next_step(warp, simt_time_slice.lanes);
        *gives_way = ran && simt_time_slice.lanes[__builtin_ctz(next)].gives_way;
        if (*gives_way)
            break;
        warp->ready = next;
        warp->stepping &= ~next;
        ran |= warp->ready;
        run_ready_lanes(warp);
    }
    return ran;
}

static uint64_t most_instructions = UINT64_MAX, instructions; /* the limit, and those run so far */

void simt_limit_instructions(uint64_t most) {
    most_instructions = most ? most : UINT64_MAX;
    instructions = 0;
}

static void end_long_launch(void) {
    const struct simt_actor actor = {.pc = simt_launch_now.event.record->launched_at};
    simt_error_add(SIMT_TIME_IS_UP, SIMT_SPACE_HOST, &actor, NULL,
                   "The kernels have run more than %llu instructions of warps",
                   (unsigned long long)most_instructions);
    simt_launch_now.event.aborted = true;
    simt_launch_failed(SIMT_CUDA_LAUNCH_TIMEOUT);
}

/** After a time slice of a warp: flushes its log and reports its instructions to observers. */
static void tell_slice(struct simt_warp *warp, uint32_t lanes, bool finish) {
    const uint64_t most = (uint64_t)simt_time_slice.most, unfinished = (uint64_t)simt_time_slice.unfinished;
    const bool all_wait = !(warp->full | warp->polling | warp->stepping);
    warp->most = most > warp->most ? most : warp->most;
    const struct simt_passed_event event = {.block = &simt_block_now->event,
                                            .warp = warp->number,
                                            .instructions = all_wait ? warp->most : 0,
                                            .unfinished = all_wait                  ? 0
                                                          : unfinished > warp->most ? unfinished
                                                                                    : warp->most,
                                            .ran = (uint64_t)simt_time_slice.ran /
                                                   (lanes ? (unsigned)__builtin_popcount(lanes) : 1),
                                            .logged = simt_block_now->logs};
    warp->most = all_wait ? 0 : warp->most;
    if (simt_block_now->logs)
        simt_flush_log(warp, simt_time_slice.lanes, finish);
    SIMT_TELL(passed, &event);
    instructions += event.ran;
    if (instructions > most_instructions && !simt_launch_now.event.aborted)
        end_long_launch();
}

/** Observers may have changed whether the block logs. Its warps have been flushed. */
static void follow_wish(void) {
    struct simt_block *block = simt_block_now;
    if (block->logs == simt_observers.want_log)
        return;
    block->logs = simt_observers.want_log;
    for (uint32_t i = 0; i < block->event.threads; i++)
        give_column(&block->lane[i]);
}

/** Runs a warp until its lanes wait for other warps or are gone, poll without progress, or have used up their
 * time slices. */
static void run_warp(struct simt_warp *warp) {
    bool polling = false, gives_way = false, is_over = false;
    const unsigned slices = slices_of_a_warp();
    simt_warp_now = warp;
    const uint32_t first = (warp->number - simt_block_now->event.first_warp) * SIMT_WARP;
    simt_time_slice.lanes = &simt_block_now->lane[first];
    simt_time_slice.contexts = &simt_block_now->context[first];
    simt_time_slice.threads = &simt_thread_index[first];
    for (unsigned slice = 0;
         slice < slices && (warp->ready | warp->stepping) && !polling && !gives_way && !is_over; slice++) {
        const uint32_t ran = run_slice(warp, &gives_way);
        polling = warp->polling == ran;
        simt_block_now->moved |= !polling || !simt_polls_in_vain(warp, simt_time_slice.lanes);
        is_over = simt_block_now->turn_over;
        tell_slice(warp, ran,
                   simt_launch_now.event.aborted || polling || gives_way || is_over || slice + 1 == slices);
        if (simt_launch_now.event.aborted)
            return;
        reopen_full_columns(warp);
        warp->ready |= warp->polling;
        warp->polling = 0;
        if (warp->at_op)
            simt_resolve_warp_ops(warp, simt_time_slice.lanes);
    }
}

void simt_run_warps(void) {
    uint32_t waiting = UINT32_MAX >> (SIMT_MAX_WARPS - simt_block_now->event.warps);
    while (waiting && !simt_launch_now.event.aborted) {
        unsigned w = simt_schedule_pick_warp(waiting);
        waiting &= ~(1u << w);
        run_warp(&simt_block_now->warp[w]);
    }
    follow_wish();
}
