/**
 * @file sites.h
 * @brief The instrumented places of the program: one record a code address, found by hash.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/memory/bounds.h"
#include "engine/processor/host_weights.h"
#include "simt/code_info.h"

/** One instrumented place. */
struct simt_site {
    uintptr_t pc;              /**< code address that the hook returns to */
    uint16_t id;               /**< 1, 2, …; 0 means no site */
    bool is_volatile;          /**< the access is one of a volatile object */
    bool is_atomic;            /**< it is atomic: a load, a store, or both at once */
    bool of_block;             /**< it is atomic for its own block alone */
    uint32_t behind_signal;    /**< the last launch in which it read behind another signal (races.h) */
    bool is_weighed;           /**< it is a basic block, and its weight is known */
    struct simt_weight weight; /**< of a basic block */
    uint64_t lowest;           /**< address that it came to in global memory, less SIMT_DEVICE_BASE */
    uint32_t lowest_in;        /**< in that launch, by its serial number */
    struct simt_bounds bounds; /**< of the variable or allocation that this place accessed last */
};

/** The record of @p pc, made if it is new. Never NULL: past 65,534 places they share the last record. */
struct simt_site *simt_site_of(uintptr_t pc);
/** The same for a basic block, whose weight is known then. @param info its record; NULL if there is none */
struct simt_site *simt_block_site(uintptr_t pc, const struct simt_code_info *info);
/** The record with this id. */
const struct simt_site *simt_site_get(uint16_t id);

/* How many instructions a GPU would issue for a basic block. */

/** The weight of the basic block with this record. */
struct simt_weight simt_weight_of_info(const struct simt_code_info *info);
