/**
 * @file coalesce.h
 * @brief Accesses of a warp that a GPU merges or omits: kept in registers, gathered, wide, joined.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"
#include "engine/perf/sample.h"

/* A set of numbers, by hash: numbers that share a slot are taken for one. */

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

/* Loads whose values a warp still has in registers.
 *
 * A compiler reloads a value only if another thread may have changed it, or no register is left. */

/** Loads that are remembered for one space, and spaces: global, shared and local memory. */
enum { SIMT_KEPT_LOADS = 64, SIMT_KEPT_SPACES = 3 };

/** The latest loads of a warp, by space and by a hash of their addresses. */
struct simt_kept_loads {
    uint64_t loads[SIMT_KEPT_SPACES][SIMT_KEPT_LOADS]; /**< hashes; 0: none */
    unsigned next[SIMT_KEPT_SPACES];                   /**< where the next one goes */
};

/** Whether the warp still has the loaded value. If not, it has it from now on. A store or an atomic may
 * change any other value of its space. */
bool simt_load_is_kept(struct simt_kept_loads *kept, const struct simt_request *request);

/* Atomics that nvcc lets a warp gather before one lane executes them.
 *
 * If all lanes of a warp use one address, whatever they have loaded, nvcc adds up the values of the active
 * lanes (VOTE, REDUX), and one lane executes the atomic. It does so for 32-bit integers, in global and shared
 * memory (seen with nvcc 13.0 for sm_90), and not for floating point or 64 bits. */

/** Whether a request of atomics is gathered: its lanes use one address, and so did all earlier requests at
 * its code address. */
bool simt_atomic_is_gathered(const struct simt_request *request);

/* Loads of neighbouring words that a compiler merges into one wide load; stores of members likewise.
 *
 * nvcc joins loads of 4 or 8 bytes to one of up to 16 if no branch, barrier or store is between them,
 * and if it can prove that the address is a multiple of the width. */

/** Wide loads that others may yet join. */
enum { SIMT_WIDE_LOADS = 32 };

/** A load that has been sampled, and its current width for each lane. */
struct simt_wide_load {
    uint32_t lanes;             /**< the active lanes; 0: none */
    uint32_t bytes;             /**< for each lane */
    uint32_t operation;         /**< number of the warp's operation, among the kept ones */
    uintptr_t what;             /**< its code address */
    uint64_t offset[SIMT_WARP]; /**< by lane */
};

/** The wide loads of a warp. */
struct simt_wide_loads {
    struct simt_wide_load loads[SIMT_WIDE_LOADS]; /**< a ring: a new one replaces the oldest */
    uint32_t next;                                /**< where the next one goes */
    uint32_t code; /**< the unrolled loop that they are in; 0: they are in one basic block */
};

/** The warp begins a basic block. */
void simt_wide_loads_code(struct simt_wide_loads *wide, const struct simt_code_info *info);
/**
 * A load of shared memory that is about to be sampled.
 * @param passes receives the wavefronts of the wide load
 * @return the wide load that it now belongs to; NULL: it is separate
 */
const struct simt_wide_load *simt_wide_loads_join(struct simt_wide_loads *wide,
                                                  const struct simt_request *request, uint64_t *passes);
/** It was separate, and has been sampled as the operation of that number. */
void simt_wide_loads_add(struct simt_wide_loads *wide, const struct simt_request *request,
                         uint32_t operation);

/** The accesses of a warp that others may join. All zero: none. */
struct simt_joined_accesses {
    struct simt_wide_loads shared;     /**< loads of shared memory */
    struct simt_wide_loads members[2]; /**< loads and stores of members */
    bool has_members;                  /**< there are any */
    const struct simt_code_info *info; /**< of the basic block that the warp is in; NULL: unknown */
    uint32_t access;                   /**< number of the last access in the block, from 1 */
    uintptr_t what;                    /**< its code address */
};

/** The warp begins a basic block. */
void simt_joined_accesses_code(struct simt_joined_accesses *joined, const struct simt_code_info *info);
/** A barrier: nothing is joined across it. */
void simt_joined_accesses_forget(struct simt_joined_accesses *joined);
/** The warp reaches an access, even if it is not sampled. */
void simt_joined_accesses_next(struct simt_joined_accesses *joined, const struct simt_request *request);
/**
 * The access is about to be sampled as the warp's next operation.
 * @return whether it is part of an earlier one, whose operation now includes both
 */
bool simt_joined_accesses_add(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                              const struct simt_request *request);
