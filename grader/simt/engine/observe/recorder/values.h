/**
 * @file values.h
 * @brief What each access in the log found and left behind.
 */
#pragma once

#include "engine/observe/observer.h"

#include <stdbool.h>
#include <stdint.h>

#include "engine/observe/recorder/scope.h"

/* What the local variables of a lane held when it made an access or came to a warp operation. */

/** The variables of one lane at one place. */
struct trace_locals {
    const struct trace_scope *scope; /**< what can be seen there; NULL: nothing was looked at */
    uint32_t known;                  /**< mask of those that have a value then */
    uint64_t bits[TRACE_LOCALS];     /**< their bytes, zero-extended */
};

/** One variable in all lanes of an event. */
struct trace_local {
    int variable;   /**< in simt_recorder_variables */
    uint32_t known; /**< mask over the event's lanes, in their order */
    bool is_common; /**< all lanes have the same value, or all have none */
    uint64_t *bits; /**< of each lane, or of all; owned */
};

/** Puts what @p count lanes held side by side, which are at the same place. @return how many variables there
 * are in @p out, which the caller frees with what it owns */
size_t simt_locals_gather(const struct trace_locals *const *of, unsigned count, struct trace_local **out);

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

/* Atomic additions put into the order in which a warp makes them.
 *
 * A lane runs alone until it waits, so that all its additions to a word come before its neighbour's. A trace
 * shows a warp's instructions one after the other, as hardware runs them; there the word has other values in
 * between, and the same at the end. Where a word is only added to, these are known. */

/** Lanes of another warp run from now on, or a barrier was passed: what was noted so far is over. */
void simt_sums_begin(void);
/** The trace has come to an addition. @p before and @p after, as they were, become what they are in
 * its order. */
void simt_sums_place(uint64_t address, unsigned size, uint64_t *before, uint64_t *after);
