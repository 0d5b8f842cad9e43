/**
 * @file joined_accesses.h
 * @brief Accesses of a warp that are one on a GPU: wide loads of shared memory, members of what is aligned as
 * a whole, and stores that leave together.
 */
#ifndef SIMT_JOINED_ACCESSES_H
#define SIMT_JOINED_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"
#include "engine/model/sample.h"
#include "engine/observe/sampling/joined_stores.h"
#include "engine/observe/sampling/wide_loads.h"

/** What others of a warp may join. All zero: nothing. */
struct simt_joined_accesses {
    struct simt_wide_loads shared;     /**< loads of shared memory */
    struct simt_wide_loads members[2]; /**< loads and stores of members */
    bool has_members;                  /**< there are such */
    struct simt_joined_stores stores;  /**< stores to global memory */
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
/** A request to global memory has been sampled as @p operation of the warp. What of a store leaves with the
 * one before is counted there. */
void simt_joined_accesses_global(struct simt_joined_accesses *joined, struct simt_warp_sample *warp,
                                 const struct simt_request *request, struct simt_warp_operation *operation);

#endif
