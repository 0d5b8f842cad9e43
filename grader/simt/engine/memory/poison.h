/**
 * @file poison.h
 * @brief What device memory holds before it was written: a pattern that no program writes by chance.
 */
#ifndef SIMT_POISON_H
#define SIMT_POISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"

/** What garbage looks like in a run: a sum, a minimum or a logical AND may come out right with one kind by
 * luck, and does not with another. */
enum simt_garbage {
    SIMT_GARBAGE_FORWARD, /**< words with an even number are below zero as ints, the others large */
    SIMT_GARBAGE_REVERSE, /**< the other way round */
    SIMT_GARBAGE_ZEROS    /**< out of bounds zeros are read; memory nobody wrote is as in FORWARD */
};

/** Chooses the garbage of allocations, blocks and reads to come. */
void simt_garbage_choose(enum simt_garbage kind);

/** 1 if the pattern begins with its second word, else 0. */
extern size_t simt_poison_shift;

/** After so many words of an allocation the pattern begins again. */
enum { SIMT_POISON_WORDS = 1 << 20 };

/** The pattern's word @p i of an allocation: no right answer looks like it. Far from zero as ints and, of
 * any width, as floats; different from its neighbours, and never two zero bytes in a row. As floats the words
 * are finite, and so are sums of many: a comparison with NaN is false, as is "the difference is too large".
 */
static inline uint32_t simt_poison_word(size_t i) {
    i += simt_poison_shift;
    const uint32_t noise = (uint32_t)(i % SIMT_POISON_WORDS) * UINT32_C(0x9e3779b1) >> 16 & 0x7f7f;
    return (i & 1 ? UINT32_C(0x6ef50000) : UINT32_C(0xeea50000)) | UINT32_C(0x8080) | noise;
}
/** The pattern of the bytes behind the last word. */
#define SIMT_POISON_BYTE 0xa5

/** Puts the pattern into an allocation. Of a large one that begins a page, only what is written later takes
 * memory. */
void simt_poison(uintptr_t base, size_t size);
/** The same for the memory of a block or a thread, which is small and poisoned often: the pattern begins
 * again after a few words. */
void simt_poison_again(void *base, size_t size);
/** What a read finds at byte @p i behind the beginning of an allocation if it is out of bounds. */
uint8_t simt_garbage_byte(size_t i);

/* What a read out of bounds finds: garbage, and not what happens to be there.
 *
 * The load follows the engine's hook in compiled code, so its result cannot be changed. Instead the bytes
 * that it is about to read are, if they lie in no variable and no allocation. So a store out of bounds is
 * lost, too: it is never read. */

/** Puts garbage in the place of those bytes of [offset, offset + size) that are in no allocation. */
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
