/**
 * @file lane_frames.h
 * @brief What compiled code calls so that a lane that waits keeps no stack (language/code_lanes.cc).
 *
 * The body of a kernel is a state machine. At a barrier or an operation of the warp it stores what it needs
 * later, and the number of the place, in the lane's frame, and then is the next lane: in a loop of its own,
 * without a switch of stacks. A lane that waits anywhere else keeps the stack (engine/exec/scheduler.c).
 */
#pragma once

#include <stdint.h>

#ifndef __cplusplus
/** Not zero: the next barrier or warp operation of the running lane is to return at once. */
extern int simt_lane_returns;
/** Not zero: a lane that has come to the barrier of its block need not tell. */
extern int simt_lane_untold;
/** The running lane's frame. Its first four bytes tell where the lane goes on: 0 for the start.
 * @param bytes the size of each lane's, the same in all calls of a launch */
void *simt_lane_begin(uint32_t bytes);
/** The result of what the running lane waited for. */
uint64_t simt_lane_answer(void);
/** The running lane has no array any more: it is about to wait. */
void simt_lane_forget(void);
/** The running lane waits. @return the frame of the one that runs now; NULL: return */
void *simt_lane_next(void);
/** The running lane has ended. @return as simt_lane_next() */
void *simt_lane_end(void);
#endif
