/**
 * @file poison.h
 * @brief What device memory holds before it was written: a pattern that no program writes by chance.
 */
#ifndef SIMT_POISON_H
#define SIMT_POISON_H

#include <stddef.h>
#include <stdint.h>

/** After so many words of an allocation the pattern begins again. */
enum { SIMT_POISON_WORDS = 1 << 20 };

/** The pattern's word @p i of an allocation: no right answer looks like it. As floats and doubles not a
 * number, as ints far from zero, different from its neighbours, and never two zero bytes in a row. */
static inline uint32_t simt_poison_word(size_t i) {
    const uint32_t noise = (uint32_t)(i % SIMT_POISON_WORDS) * UINT32_C(0x9e3779b1) >> 16 & 0x7f7f;
    return (i & 1 ? UINT32_C(0x7ff50000) : UINT32_C(0xffa50000)) | UINT32_C(0x8080) | noise;
}
/** The pattern of the bytes behind the last word. */
#define SIMT_POISON_BYTE 0xa5

/** Puts the pattern into an allocation. Of a large one that begins a page, only what is written later takes
 * memory. */

void simt_poison(uintptr_t base, size_t size);

#endif
