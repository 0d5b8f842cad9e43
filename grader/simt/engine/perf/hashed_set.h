/**
 * @file hashed_set.h
 * @brief A set of numbers, by hash: numbers that share a slot are taken for one.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** 64-bit words of a set with 2^@p slots_log2 slots; none is set in an empty one. */
#define SIMT_HASHED_WORDS(slots_log2) (1 << ((slots_log2)-6))

static inline uint64_t simt_hashed_slot(uint64_t number, unsigned slots_log2) {
    return number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - slots_log2);
}

/** Adds a number to a set. */
static inline void simt_hashed_add(uint64_t *set, unsigned slots_log2, uint64_t number) {
    const uint64_t slot = simt_hashed_slot(number, slots_log2);
    set[slot / 64] |= UINT64_C(1) << slot % 64;
}

/** Whether the number, or one that shares its slot, is in the set. */
static inline bool simt_hashed_has(const uint64_t *set, unsigned slots_log2, uint64_t number) {
    const uint64_t slot = simt_hashed_slot(number, slots_log2);
    return set[slot / 64] >> slot % 64 & 1;
}
