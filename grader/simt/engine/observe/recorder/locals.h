/**
 * @file locals.h
 * @brief What the local variables of a lane held when it made an access or came to a warp operation.
 */
#ifndef SIMT_RECORD_LOCALS_H
#define SIMT_RECORD_LOCALS_H

#include "engine/observe/observer.h"
#include "engine/observe/recorder/scope.h"

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

/** A launch begins. */
void simt_locals_begin(void);
/** Looks at the variables of the running lane, of a warp that is shown. */
void simt_locals_take(struct trace_locals *to, const struct simt_lane_event *lane);
/** Puts what @p count lanes held side by side, which are at the same place. @return how many variables there
 * are in @p out, which the caller frees with what it owns */
size_t simt_locals_gather(const struct trace_locals *const *of, unsigned count, struct trace_local **out);

#endif
