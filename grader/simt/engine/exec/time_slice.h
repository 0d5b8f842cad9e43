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
    uint32_t left;           /**< lanes that have not run in it yet */
    uint32_t running;        /**< the running lane's number in the warp, or the chosen one's */
    uint32_t holder;         /**< number of the lane that holds the running stack */
    bool is_chosen;          /**< the next lane to run is `running` */
    bool has_left;           /**< the code that returns has noted where its lane waits */
    uint32_t round;          /**< number of it: each lane runs once */
    uint32_t fast;           /**< all bits: the next lane can run here at once; 0: perhaps not */
    int64_t steps_then;      /**< what simt_quiet_steps was when the running lane went on */
    int64_t unfinished;      /**< the same, of lanes that do not wait yet */
    int64_t began;           /**< what simt_quiet_steps was when the slice began */
    int64_t ran;             /**< instructions of all lanes in it, when it has ended */
    struct simt_lane *lanes; /**< each of them */
    int64_t most;            /**< instructions of the lane that has run most until it waits */
    simt_context *contexts;  /**< where they go on */
    char *frames;            /**< of the first of them */
    uint32_t frame_bytes;    /**< of each */
    uintptr_t entry_slot;    /**< of confined code: where its part of the stack ends (confinement.h) */
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

#endif
