/**
 * @file bounds.h
 * @brief Whether an access is within a variable of shared memory, or an allocation of global memory.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/report/errors.h"

/** Bounds found before, cached by code address, which usually accesses the same variable next. */
struct simt_bounds {
    uint32_t validity; /**< the number of changes for which the rest is valid */
    uint64_t low;      /**< offset of the variable or allocation */
    uint64_t high;     /**< offset of its end */
};

/** Changes whenever cached bounds may have become wrong. */
extern uint32_t simt_bounds_validity;
/** To be called when an allocation was made or freed, or the layout of shared memory changes. */
static inline void simt_bounds_changed(void) { simt_bounds_validity++; }

/** Looks up the variable or allocation at @p offset. @return false if there is none around it */
bool simt_bounds_find(struct simt_bounds *bounds, uint64_t offset, unsigned size, bool shared);

/** True if [offset, offset + size) is in one variable or allocation, which @p bounds then caches. */
static inline bool simt_in_bounds(struct simt_bounds *bounds, uint64_t offset, unsigned size, bool shared) {
    if (bounds->validity == simt_bounds_validity && offset >= bounds->low && offset + size <= bounds->high)
        return true;
    return simt_bounds_find(bounds, offset, size, shared);
}

/* Recognises an address that an unsigned index below 0 leads to: 2^32 elements behind an array. */

/**
 * Reports an access out of bounds by its cause, if that is an index that wrapped around.
 * @param verb "read" or "write"
 * @param size of the access, which is an element's
 * @return false if that is not the cause; then nothing is reported
 */
bool simt_report_wrapped_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                               uint64_t size);
/** The same for an int that passed 2^31, if the array has so many elements. */
bool simt_report_overflowed_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                                  uint64_t size);
