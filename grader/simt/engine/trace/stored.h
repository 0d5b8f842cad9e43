/**
 * @file stored.h
 * @brief Whether the stores of a warp to one place stored the same value, and so do not disturb each other.
 */
#ifndef SIMT_STORED_H
#define SIMT_STORED_H

#include "engine/run/machine.h"

/**
 * Looks at the trace being drained.
 * @param other  a lane of which a store must be among them
 * @param offset window offset of the place, of @p size bytes
 * @param now    its value
 * @return true if all stores to exactly this place stored one value
 */
bool simt_stores_agree(const struct simt_warp *warp, uint32_t other, uint64_t offset, unsigned size,
                       uint64_t now);
/** The trace has been drained: the next question is about another one. */
void simt_stores_forget(void);

#endif
