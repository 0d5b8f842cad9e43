/**
 * @file same_value.h
 * @brief Whether the stores of a warp to one place stored the same value, and so do not disturb each other.
 */
#pragma once

#include "engine/log/batch.h"
#include "engine/memory/device_range.h"

/** True if a store of the batch being merged, of at most 8 bytes, found what is there after the batch.
 * @param before what its entry says
 * @param offset of the place: its address less SIMT_DEVICE_BASE */
static inline bool simt_stored_nothing_new(uint64_t before, uint64_t offset, unsigned size) {
    return before == simt_peek(SIMT_DEVICE_BASE + offset, (unsigned)__builtin_ctz(size));
}

/**
 * Looks at a batch that is being merged.
 * @param other  a lane of which a store must be among them
 * @param offset of the place, of @p size bytes, at most 8
 * @return true if all stores to exactly this place stored one value
 */
bool simt_stores_agree(const struct simt_batch *batch, uint32_t other, uint64_t offset, unsigned size);
/** True if lane @p other stored to the place in this batch, and after lane @p lane had run: what @p lane
 * found there is not what @p other left. False where lanes did not run one after another. */
bool simt_stored_later(const struct simt_batch *batch, uint32_t other, uint32_t lane, uint64_t offset,
                       unsigned size);
/** The next question is about another batch. */
void simt_stores_forget(void);
