/**
 * @file time_slice.h
 * @brief The present time slice of the running warp: what a switch between its lanes needs, in one place.
 */
#ifndef SIMT_TIME_SLICE_H
#define SIMT_TIME_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/builtins.h"
#include "engine/exec/machine.h"
#include "engine/fiber/stack_switch.h"
#include "simt/quiet.h"

/** The running warp's lanes. */
struct simt_time_slice {
    uint32_t left;                   /**< lanes that have not run in it yet */
    uint32_t running;                /**< the running lane's number in the warp */
    bool plain;                      /**< lanes run in order, and log nothing */
    bool unchecked;                  /**< so they do, and their barriers are not compared either */
    uint32_t round;                  /**< number of it: each lane runs once */
    int64_t steps_then;              /**< what simt_quiet_steps was when the running lane went on */
    int64_t most;                    /**< instructions of the lane that has run most until it waits */
    int64_t unfinished;              /**< the same, of lanes that do not wait yet */
    int64_t began;                   /**< what simt_quiet_steps was when the slice began */
    int64_t ran;                     /**< instructions of all lanes in it, when it has ended */
    struct simt_lane *lanes;         /**< each of them */
    simt_context *contexts;          /**< where they go on */
    const struct simt_dim3 *threads; /**< their indices in the block */
} __attribute__((aligned(64)));

/** Of the warp that runs now; there is one at a time. */
extern struct simt_time_slice simt_time_slice;

/** Counts the instructions of the running lane, which another one follows. */
static inline void simt_count_steps(void) {
    const int64_t ran = simt_time_slice.steps_then - simt_quiet_steps;
    simt_time_slice.steps_then = simt_quiet_steps;
    simt_time_slice.most = ran > simt_time_slice.most ? ran : simt_time_slice.most;
}

/** Lets the next lane run, in a run in which nothing is logged and lanes run in order. There is one. */
static inline void simt_switch_plainly(void) {
    const uint32_t left = simt_time_slice.left, next = (uint32_t)__builtin_ctz(left),
                   self = simt_time_slice.running;
    simt_count_steps();
    simt_time_slice.left = left & (left - 1);
    simt_time_slice.running = next;
    simt_running = &simt_time_slice.lanes[next];
    simt_builtin_thread_idx = simt_time_slice.threads[next];
    simt_switch_to_stack(&simt_time_slice.contexts[self], &simt_time_slice.contexts[next],
                         simt_time_slice.lanes[next].stack);
}

#endif
