/**
 * @file host_written.h
 * @brief What the host wrote into memory that it shares with the device (managed, pinned).
 *
 * The engine sees the stores of kernels and the copies of the runtime, but not what the host does with a
 * pointer of its own. Such memory starts with a pattern that no program writes by chance: where the pattern
 * still stands, nobody has written.
 */
#ifndef SIMT_HOST_WRITTEN_H
#define SIMT_HOST_WRITTEN_H

#include <stddef.h>
#include <stdint.h>

/** The pattern's word @p i of an allocation: no right answer looks like it. As floats and doubles not a
 * number, as ints far from zero, different from its neighbours, and never two zero bytes in a row. */
static inline uint32_t simt_poison_word(size_t i) {
    const uint32_t noise = (uint32_t)i * UINT32_C(0x9e3779b1) >> 16 & 0x7f7f;
    return (i & 1 ? UINT32_C(0x7ff50000) : UINT32_C(0xffa50000)) | UINT32_C(0x8080) | noise;
}
/** The pattern of the bytes behind the last word. */
#define SIMT_POISON_BYTE 0xa5

/** Marks what the host has written of the allocations it shares as initialised: before a launch. */
void simt_host_written_note(void);
/** The same for @p size bytes from @p address, if the host shares them: before their state is copied. */
void simt_host_written_note_range(uintptr_t address, size_t size);

#endif
