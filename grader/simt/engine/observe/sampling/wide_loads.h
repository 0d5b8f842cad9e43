/**
 * @file wide_loads.h
 * @brief Loads of neighbouring words that a compiler makes one wide load of; stores of members likewise
 *        (joined_accesses.h).
 *
 * nvcc joins loads of 4 or 8 bytes to one of up to 16 where no branch, barrier or store lies between them,
 * and where it can prove that the address is a multiple of the width.
 */
#ifndef SIMT_WIDE_LOADS_H
#define SIMT_WIDE_LOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"
#include "engine/model/sample.h"

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
    struct simt_wide_load loads[SIMT_WIDE_LOADS];
    uint32_t next; /**< where the next one goes */
    uint32_t code; /**< the loop, unrolled, that they are in; 0: they are in one basic block */
};

/** The warp begins a basic block. */
void simt_wide_loads_code(struct simt_wide_loads *wide, const struct simt_code_info *info);
/** Forgets all: at a barrier or a store. */
void simt_wide_loads_forget(struct simt_wide_loads *wide);
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

#endif
