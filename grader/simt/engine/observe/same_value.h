/**
 * @file stored.h
 * @brief Whether the stores of a warp to one place stored the same value, and so do not disturb each other.
 */
#ifndef SIMT_STORED_H
#define SIMT_STORED_H

#include "engine/log/batch.h"
#include "engine/memory/device_range.h"

/** Up to 8 bytes as they are now: what a store is about to overwrite. */
static inline uint64_t simt_peek(uintptr_t address, unsigned size_log2) {
    switch (size_log2) {
    case 0:
        return *(const volatile uint8_t *)address;
    case 1:
        return *(const volatile uint16_t *)address;
    case 2:
        return *(const volatile uint32_t *)address;
    default:
        return *(const volatile uint64_t *)address;
    }
}

/** True if a store of the round being drained, of at most 8 bytes, found what is there after the round.
 * @param before what its record says
 * @param offset window offset of the place */
static inline bool simt_stored_nothing_new(uint64_t before, uint64_t offset, unsigned size) {
    return before == simt_peek(SIMT_DEVICE_BASE + offset, (unsigned)__builtin_ctz(size));
}

/**
 * Looks at the round being drained.
 * @param other  a lane of which a store must be among them
 * @param offset window offset of the place, of @p size bytes, at most 8
 * @return true if all stores to exactly this place stored one value
 */
bool simt_stores_agree(uint32_t other, uint64_t offset, unsigned size);
/** The round has been drained: the next question is about another one. */
void simt_stores_forget(void);

#endif
