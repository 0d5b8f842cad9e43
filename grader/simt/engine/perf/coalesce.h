/**
 * @file coalesce.h
 * @brief Accesses of a warp that are one on a GPU, or none: kept in registers, gathered, wide, joined.
 */
#ifndef SIMT_COALESCE_H
#define SIMT_COALESCE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"
#include "engine/perf/sample.h"

/* Loads whose values a warp still has in registers.
 *
 * A compiler loads a value again only where somebody may have changed it, or where no register is left. */

/** Loads that are remembered of one space, and spaces: global, shared and local memory. */
enum { SIMT_KEPT_LOADS = 64, SIMT_KEPT_SPACES = 3 };

/** The latest loads of a warp, by space and by a hash of their addresses. */
struct simt_kept_loads {
    uint64_t loads[SIMT_KEPT_SPACES][SIMT_KEPT_LOADS]; /**< hashes; 0: none */
    unsigned next[SIMT_KEPT_SPACES];                   /**< where the next one goes */
};

/** Whether the warp still has what it loads. If not, it has it from now on. A store or an atomic may change
 * any other value of its space. */
bool simt_load_is_kept(struct simt_kept_loads *kept, const struct simt_request *request);

/* Atomics that nvcc has a warp gather before one lane does them.
 *
 * Where all lanes of a warp use one address, whatever they have loaded, nvcc adds up the values of the active
 * lanes (VOTE, REDUX), and one lane does the atomic. It does so for 32-bit integers, in global and in shared
 * memory (seen with nvcc 13.0 for sm_90), and not for floating point or 64 bits. */

/** Whether a request of atomics is gathered: its lanes use one address, and so did all earlier requests at
 * its place of the code. */
bool simt_atomic_is_gathered(const struct simt_request *request);

/* Loads of neighbouring words that a compiler makes one wide load of; stores of members likewise.
 *
 * nvcc joins loads of 4 or 8 bytes to one of up to 16 where no branch, barrier or store lies between them,
 * and where it can prove that the address is a multiple of the width. */

/** Wide loads that others may yet join. */
enum { SIMT_WIDE_LOADS = 32 };

/** A load that has been sampled, and what it has come to load for each lane. */
struct simt_wide_load {
    uint32_t lanes;             /**< who takes part; 0: there is none */
    uint32_t bytes;             /**< for each lane */
    uint32_t operation;         /**< number of the warp's operation, among those that are kept */
    uintptr_t what;             /**< its code address */
    uint64_t offset[SIMT_WARP]; /**< by lane */
};

/** Those of a warp. */
struct simt_wide_loads {
    struct simt_wide_load loads[SIMT_WIDE_LOADS]; /**< a ring: a new one takes the oldest one's place */
    uint32_t next;                                /**< where the next one goes */
    uint32_t code; /**< the loop, unrolled, that they are in; 0: they are in one basic block */
};

/** The warp begins a basic block. */
void simt_wide_loads_code(struct simt_wide_loads *wide, const struct simt_code_info *info);
/**
 * A load of shared memory that is about to be sampled.
 * @param passes receives the wavefronts of the wide load
 * @return the wide load that it is part of from now on; NULL: it is on its own
 */
const struct simt_wide_load *simt_wide_loads_join(struct simt_wide_loads *wide,
                                                  const struct simt_request *request, uint64_t *passes);
/** It was on its own, and has been sampled as the operation of that number. */
void simt_wide_loads_add(struct simt_wide_loads *wide, const struct simt_request *request,
                         uint32_t operation);

/** What others of a warp may join. All zero: nothing. */
struct simt_joined_accesses {
    struct simt_wide_loads shared;     /**< loads of shared memory */
    struct simt_wide_loads members[2]; /**< loads and stores of members */
    bool has_members;                  /**< there are such */
    const struct simt_code_info *info; /**< of the basic block that the warp is in; NULL: not known */
    uint32_t access;                   /**< of the block, that was the last: from 1 */
    uintptr_t what;                    /**< its code address */
};

/** The warp begins a basic block. */
void simt_joined_accesses_code(struct simt_joined_accesses *joined, const struct simt_code_info *info);
/** A barrier: nothing is joined across it. */
void simt_joined_accesses_forget(struct simt_joined_accesses *joined);
/** The warp comes to an access, whatever becomes of it. */
void simt_joined_accesses_next(struct simt_joined_accesses *joined, const struct simt_request *request);
/**
 * The access is about to be sampled as the warp's next operation.
 * @return whether it is part of an earlier one, whose operation stands for both from now on
 */
bool simt_joined_accesses_add(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                              const struct simt_request *request);

#endif
