/**
 * @file schedule.h
 * @brief The order in which lanes, warps and blocks run: `SIMT_SCHEDULE=forward|reverse|lockstep|
 * lockstep:forward|lockstep:reverse|lockstep:interleaved|random:SEED`.
 *
 * Correct programs give the same results under every schedule. In lockstep the lanes of a warp that are at
 * the same instruction execute it together, one instruction after the other, as SIMT hardware does; warps
 * and blocks take turns in a fixed order that is not ascending, or in the named order. In the interleaved
 * order a warp gives way before each of its stores, and a block before each store to global memory, so that a
 * value about to be stored cannot depend on the stores that others make meanwhile. In all other orders a lane
 * runs alone until it has to wait.
 */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/** True unless SIMT_SCHEDULE asks for another order; known once simt_schedule_block() was called. */
extern bool simt_schedule_forward;
/** True if SIMT_SCHEDULE requests lockstep; known likewise. */
extern bool simt_schedule_lockstep;
/** True if SIMT_SCHEDULE requests the interleaved order; known likewise. */
extern bool simt_schedule_interleaved;
/** The lane to run next in a schedule whose lanes do not run in ascending order. */
unsigned simt_schedule_pick_other(uint32_t candidates);

/** The lane of a mask that runs next; the mask is not empty. @return the bit's number */
static inline unsigned simt_schedule_pick(uint32_t candidates) {
    return simt_schedule_forward || simt_schedule_lockstep ? (unsigned)__builtin_ctz(candidates)
                                                           : simt_schedule_pick_other(candidates);
}
/** The warp of a mask that runs next; the mask is not empty. @return the bit's number */
unsigned simt_schedule_pick_warp(uint32_t candidates);
/** The block that begins in position @p position of @p blocks. */
uint64_t simt_schedule_block(uint64_t position, uint64_t blocks);

/** Restarts a random order, so that the schedule does not depend on earlier launches. */
void simt_schedule_restart(void);

/** Whether the running block gives way to another after a barrier: at random now and then, in a random order.
 */
bool simt_schedule_gives_way(void);

#endif
