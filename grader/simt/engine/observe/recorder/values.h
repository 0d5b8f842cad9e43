/**
 * @file values.h
 * @brief What each access in the log found and left behind.
 */
#ifndef SIMT_RECORD_VALUES_H
#define SIMT_RECORD_VALUES_H

#include "engine/observe/observer.h"
#include "engine/observe/recorder/locals.h"

/** Up to 16 bytes of memory, as they lie there. */
struct trace_value {
    unsigned char bytes[16]; /**< the first ones, as many as the access has */
};

/** A launch begins. */
void simt_values_begin(void);

/** @name As it happens
 * @{ */
/** Notes what an access finds. */
void simt_values_access(const struct simt_access_event *access);
/** Notes what the running lane's last store left behind; to be called before the lane gives way. */
void simt_values_settle(const struct simt_block_event *block);
/** Notes what the running lane's variables hold as it comes to a warp operation. */
void simt_values_wait(const struct simt_lane_event *lane);
/** Follows the access log when rows [from, end) of a lane's column become its first ones. */
void simt_values_move(unsigned lane, uint32_t from, uint32_t end);
/** @} */

/** @name By row and lane of the trace
 * @{ */
/** What was there before the access. */
const struct trace_value *simt_recorder_value_before(uint32_t row, unsigned lane);
/** What it left there. */
const struct trace_value *simt_recorder_value_after(uint32_t row, unsigned lane);
/** What the lane's variables held then. */
const struct trace_locals *simt_recorder_locals_at(uint32_t row, unsigned lane);
/** @} */
/** What they held when a lane came to the warp operation at which it waits; of a warp that is shown. */
const struct trace_locals *simt_recorder_locals_waiting(const struct simt_block_event *block, uint32_t warp,
                                                        unsigned lane);

#endif
