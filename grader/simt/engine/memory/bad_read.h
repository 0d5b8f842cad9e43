/**
 * @file bad_read.h
 * @brief What a read out of bounds finds: garbage, and not what happens to be there.
 *
 * The load follows the engine's hook in compiled code, so its result cannot be changed. Instead the bytes
 * that it is about to read are, if they lie in no variable and no allocation. So a store out of bounds is
 * lost, too: nobody reads it.
 */
#ifndef SIMT_BAD_READ_H
#define SIMT_BAD_READ_H

#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"

/** Puts garbage in the place of those bytes of [offset, offset + size) that belong to nobody. */
void simt_bad_read_garble(uint64_t offset, unsigned size);

/** To be called just before a load or an atomic of device memory. What was written is within bounds: so most
 * reads are found to be good by the bits that say so. */
static inline void simt_bad_read_check(uintptr_t address, unsigned size_log2) {
    const uint64_t offset = address - SIMT_DEVICE_BASE;
    const unsigned size = 1u << size_log2, wanted = (1u << size) - 1;
    unsigned have = simt_written[offset / 8];
    if (size_log2 == 4)
        have |= (unsigned)simt_written[offset / 8 + 1] << 8;
    if (__builtin_expect((have >> offset % 8 & wanted) != wanted, 0))
        simt_bad_read_garble(offset, size);
}

#endif
