// Runs the warps of a block one after another, and their lanes likewise, each until it waits.
//
// A lane that waits where the compiler has split its code (simt/lane_frames.h) leaves nothing on the stack,
// and the next one runs on the same. One that waits elsewhere is captured: it keeps the stack. A warp has as
// many stacks as lanes, and each lane holds one, though not always the same: the captured lane swaps with the
// lane whose stack it ran on.
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
#include "simt/lane_frames.h"
#include "simt/simt.h"

struct simt_lane simt_host_lane = {.depth_key = KEY_DEPTH_START};
_Thread_local struct simt_lane *simt_running = &simt_host_lane;
struct simt_warp *simt_warp_now;
const struct simt_confinement *simt_confinement;

static simt_context scheduler;       /* the host's context while lanes run */
static struct simt_stack host_stack; /* and its stack, for AddressSanitizer */
static bool host_entered;            /* the next lane to begin is entered from the host */
struct simt_time_slice simt_time_slice;
int simt_lane_returns, simt_lane_untold;

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

const struct simt_stack *simt_own_stack(void) {
    return simt_self() ? &simt_time_slice.lanes[simt_time_slice.holder].stack : &simt_host_lane.stack;
}

uintptr_t simt_own_stack_end(void) {
    return simt_confinement ? simt_time_slice.entry_slot : simt_own_stack()->high;
}

/** Chooses the next lane of the warp to run in this time slice. @return false if none is left */
static inline bool choose_next(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    if (!slice->left)
        return false;
    slice->running = simt_schedule_pick(slice->left);
    slice->left ^= 1u << slice->running;
    return true;
}

/** The chosen lane runs from now on. */
static inline void become_chosen(void) {
    static uint32_t slices;
    struct simt_time_slice *slice = &simt_time_slice;
    simt_running = &slice->lanes[slice->running];
    if (!simt_lane_untold)
        simt_running->order = ++slices;
    simt_builtin_thread_idx = slice->threads[slice->running];
}

static inline void become_host(void) { simt_running = &simt_host_lane; }

static inline bool is_captured(unsigned lane) { return simt_warp_now->captured >> lane & 1; }

/** The chosen lane runs from now on, on the stack that it holds. */
static inline void run_chosen_on_its_stack(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    become_chosen();
    slice->holder = slice->running;
    if (__builtin_expect(simt_confinement != NULL, 0) && is_captured(slice->running))
        slice->entry_slot = simt_running->entry_slot;
}

/** Leaves the stack that @p from holds: for that of the chosen lane, or the host's if there is none. Returns
 * when a lane is to run on it. */
static inline void switch_from(unsigned from, bool is_chosen) {
    struct simt_time_slice *slice = &simt_time_slice;
    simt_context *const context = &slice->contexts[from];
    if (is_chosen)
        run_chosen_on_its_stack();
    else
        become_host();
    simt_switch_to_stack(context, is_chosen ? &slice->contexts[slice->running] : &scheduler,
                         is_chosen ? simt_running->stack : host_stack);
}

/** The running lane waits in the middle of its code: the stack that it runs on is its own until it goes on,
 * and that which it held goes to the other's holder. */
static void capture_stack(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    const unsigned self = slice->running, other = slice->holder;
    struct simt_lane *a = &slice->lanes[self], *b = &slice->lanes[other];
    const simt_context context = slice->contexts[self];
    const struct simt_stack stack = a->stack;
    const bool started = a->started;
    simt_warp_now->captured |= 1u << self;
    slice->fast = 0;
    a->entry_slot = slice->entry_slot;
    if (self == other)
        return;
    a->stack = b->stack;
    a->started = b->started;
    slice->contexts[other] = context;
    b->stack = stack;
    b->started = started;
}

/** Lets the next lane of this time slice run, or the scheduler if there is none. The switch is the last call
 * of all that lead to it, since a return behind a switch is mispredicted. */
static void wait_in_place(void) {
    const unsigned self = simt_time_slice.running;
    simt_count_steps();
    if (!is_captured(self))
        capture_stack();
    switch_from(self, choose_next());
}

/** The running lane gives way before it waits: its instructions are counted when it waits, because other
 * lanes may have caught up by now. */
static void park_unfinished(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    const int64_t ran = slice->steps_then - simt_quiet_steps;
    simt_running->ran = ran;
    slice->unfinished = ran > slice->unfinished ? ran : slice->unfinished;
    slice->steps_then = simt_quiet_steps;
    wait_in_place();
    slice->steps_then += simt_running->ran;
}

void simt_park(uint32_t *where) {
    *where |= 1u << simt_time_slice.running;
    if (__builtin_expect(simt_observers.want_accesses, 0))
        SIMT_TELL(lane_leaves, &simt_block_now->event);
    if (simt_lane_returns)
        simt_lane_returns = 0;
    else if (where == &simt_warp_now->full || where == &simt_warp_now->polling)
        park_unfinished();
    else
        wait_in_place();
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

static void end_lane(void) {
    simt_note_end();
    simt_lane_returns = 1;
    simt_park(&simt_warp_now->exited);
}

/** Chooses the next lane, and runs it here if it is not captured. @return false if others are to run first */
static inline bool run_next_here(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    simt_count_steps();
    simt_warp_now->captured &= ~(1u << slice->running);
    slice->is_chosen = choose_next();
    if (!slice->is_chosen || is_captured(slice->running))
        return false;
    become_chosen();
    return true;
}

/** The loop that a stack runs while no lane is captured on it: lanes that begin, or continue from their
 * frames, one after another. */
static void lane_main(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    simt_stack_entered(host_entered ? &host_stack : NULL);
    host_entered = false;
    for (;;) {
        slice->has_left = false;
        if (__builtin_expect(simt_confinement != NULL, 0))
            simt_confinement->call_kernel(simt_launch_now.event.body, simt_launch_now.event.closure,
                                          &slice->entry_slot);
        else
            simt_launch_now.event.body(simt_launch_now.event.closure);
        if (!slice->has_left) {
            end_lane();
            if (run_next_here())
                continue;
        }
        switch_from(slice->holder, slice->is_chosen);
    }
}

static inline char *frame_of(unsigned in_warp) {
    return simt_time_slice.frames + in_warp * simt_time_slice.frame_bytes;
}

/** All lanes of a launch have frames of one size. */
static void find_frames(const struct simt_block *block, uint32_t first) {
    simt_time_slice.frame_bytes = block->frame_bytes;
    simt_time_slice.frames = block->frames + (size_t)first * block->frame_bytes;
}

void *simt_lane_begin(uint32_t frame_bytes) {
    struct simt_block *block = simt_block_now;
    if (block->frame_bytes != frame_bytes) {
        simt_lay_frames(block, frame_bytes);
        find_frames(block, simt_running->number / SIMT_WARP * SIMT_WARP);
    }
    return frame_of(simt_time_slice.running);
}

void simt_lane_forget(void) { simt_local_clear(simt_running); }

uint64_t simt_lane_answer(void) { return simt_running->request.result; }

static __attribute__((noinline)) void *next_slowly(void) {
    simt_time_slice.has_left = !run_next_here();
    return simt_time_slice.has_left ? NULL : frame_of(simt_time_slice.running);
}

void *simt_lane_next(void) {
    struct simt_time_slice *slice = &simt_time_slice;
    const uint32_t left = slice->left, next = (uint32_t)__builtin_ctz(left | 1u << 31);
    if (!(left & slice->fast))
        return next_slowly();
    simt_count_steps();
    slice->left = left & (left - 1);
    slice->running = next;
    simt_running = &slice->lanes[next];
    simt_builtin_thread_idx = slice->threads[next];
    return frame_of(next);
}

void *simt_lane_end(void) {
    end_lane();
    return simt_lane_next();
}

void simt_exit_thread(void) {
    if (!simt_self())
        abort();
    /* The stack is not unwound: the next block's thread sets it up again. */
    simt_time_slice.lanes[simt_time_slice.holder].started = false;
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
        if (!lane->stack.low)
            lane->stack = simt_stack_get(number);
        simt_stack_renew(lane->stack);
        simt_context_make(context, lane->stack.high, SIMT_STACK_BYTES, lane_main);
        lane->started = true;
    }
    if (simt_block_now->frame_bytes)
        *(uint32_t *)(simt_block_now->frames + (size_t)number * simt_block_now->frame_bytes) = 0;
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
    const uint32_t ran = warp->ready;
    simt_time_slice.left = ran;
    warp->ready = 0;
    simt_lane_untold = !simt_block_now->logs && simt_schedule_forward && !simt_observers.want_positions;
    choose_next();
    run_chosen_on_its_stack();
    simt_time_slice.round++;
    simt_time_slice.fast = simt_lane_untold && !warp->captured ? UINT32_MAX : 0;
    host_entered = true;
    simt_quiet_begin();
    simt_switch_to_stack(&scheduler, &simt_time_slice.contexts[simt_time_slice.running], simt_running->stack);
    simt_quiet_end();
    if (simt_lane_untold) /* the code does not tell which lanes have come to a barrier */
        warp->at_barrier |= ran & ~(warp->full | warp->polling | warp->stepping | warp->at_op | warp->exited);
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
    find_frames(simt_block_now, first);
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
