/**
 * @file poison.h
 * @brief The contents of uninitialised device memory: a pattern that no program writes by chance.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"

/** The kind of garbage in a run: a sum, a minimum or a logical AND may be right by luck with one kind, and
 * is not with another. */
enum simt_garbage {
    SIMT_GARBAGE_FORWARD, /**< words with an even number are below zero as ints, the others large */
    SIMT_GARBAGE_REVERSE, /**< the other way round */
    SIMT_GARBAGE_ZEROS    /**< reads out of bounds give zeros; uninitialised memory is as in FORWARD */
};

/** Chooses the garbage of later allocations, blocks and reads. */
void simt_garbage_choose(enum simt_garbage kind);

/** 1 if the pattern begins with its second word, else 0. */
extern size_t simt_poison_shift;

/** The pattern repeats after so many words of an allocation. */
enum { SIMT_POISON_WORDS = 1 << 20 };

/** Word @p i of an allocation's pattern: no correct answer looks like it. Far from zero as ints and as
 * floats of any width, different from its neighbours, and never two zero bytes in a row. As floats the words
 * are finite, and so are sums of many: a NaN would make "the difference is too large" false. */
static inline uint32_t simt_poison_word(size_t i) {
    i += simt_poison_shift;
    const uint32_t noise = (uint32_t)(i % SIMT_POISON_WORDS) * UINT32_C(0x9e3779b1) >> 16 & 0x7f7f;
    return (i & 1 ? UINT32_C(0x6ef50000) : UINT32_C(0xeea50000)) | UINT32_C(0x8080) | noise;
}
/** The pattern of the bytes after the last word. */
#define SIMT_POISON_BYTE 0xa5

/** Fills an allocation with the pattern. A large one that begins a page takes memory only where it is written
 * later. */
void simt_poison(uintptr_t base, size_t size);
/** The same for the memory of a block or a thread, which is small and poisoned often: the pattern repeats
 * after a few words. */
void simt_poison_again(void *base, size_t size);
/** The value that an out-of-bounds read finds at byte @p i after the start of an allocation. */
uint8_t simt_garbage_byte(size_t i);

/* An out-of-bounds read finds garbage, not the present contents.
 *
 * The load follows the engine's hook in compiled code, so its result cannot be changed. Instead the bytes
 * that it is about to read are overwritten, if they are in no variable and no allocation. So an out-of-bounds
 * store is lost, too: it is never read. */

/** Overwrites those bytes of [offset, offset + size) that are in no allocation with garbage. */
void simt_bad_read_garble(uint64_t offset, unsigned size);

/** To be called just before a load or an atomic of device memory. Initialised bytes are within bounds, so
 * most reads are cleared by their bits alone. */
static inline void simt_bad_read_check(uintptr_t address, unsigned size_log2) {
    const uint64_t offset = address - SIMT_DEVICE_BASE;
    const unsigned size = 1u << size_log2, wanted = (1u << size) - 1;
    unsigned have = simt_written[offset / 8];
    if (size_log2 == 4)
        have |= (unsigned)simt_written[offset / 8 + 1] << 8;
    if (__builtin_expect((have >> offset % 8 & wanted) != wanted, 0))
        simt_bad_read_garble(offset, size);
}
