/**
 * @file sites.h
 * @brief The instrumented places of the program: one record a code address, found by hash.
 */
#ifndef SIMT_SITES_H
#define SIMT_SITES_H

#include <stdbool.h>
#include <stdint.h>

/** The instructions a GPU would issue for a basic block, about. */
struct simt_weight {
    uint32_t own;    /**< its own */
    uint32_t issued; /**< what is issued when it runs: its own, and those it guards; 0 if another block guards
                        it */
    uintptr_t guards; /**< the block whose instructions are issued with it; 0 if none */
};

/** One instrumented place. */
struct simt_site {
    uintptr_t pc;              /**< code address that the hook returns to */
    uint16_t id;               /**< 1, 2, …; 0 means no site */
    bool is_volatile;          /**< the access is one of a volatile object */
    struct simt_weight weight; /**< of a basic block */
    uint32_t validity;         /**< the state of the heap for which [low, high) is known good */
    uint64_t low;  /**< window offset of the variable or allocation that this place accessed last */
    uint64_t high; /**< window offset of its end */
};

/** The record of @p pc, made if it is new. Never NULL: past 65,534 places they share the last record. */
struct simt_site *simt_site_of(uintptr_t pc);
/** The record with this id. */
const struct simt_site *simt_site_get(uint16_t id);
/** The weight of the basic block that starts after the hook call that returns to @p pc (weights.c). */
struct simt_weight simt_block_weight(uintptr_t pc);

#endif
