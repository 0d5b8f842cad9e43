/**
 * @file sites.h
 * @brief The instrumented places of the program: one record a code address, found by hash.
 */
#ifndef SIMT_SITES_H
#define SIMT_SITES_H

#include <stdbool.h>
#include <stdint.h>

struct simt_site {
    uintptr_t pc;
    uint16_t id;        /**< 1, 2, …; 0 means no site */
    bool is_volatile;   /**< the access is one of a volatile object */
    uint32_t weight;    /**< of a basic block: the instructions a GPU would issue for it, about */
    uint32_t validity;  /**< the state of the heap for which [low, high) is known good */
    uint64_t low, high; /**< window offsets of the variable or allocation this place accessed last */
};

/** The record of @p pc, made if it is new. Never NULL: past 65,534 places they share the last record. */
struct simt_site *simt_site_of(uintptr_t pc);
/** The record with this id. */
const struct simt_site *simt_site_get(uint16_t id);
/** Instructions of the basic block that starts after the hook call that returns to @p pc (weights.c). */
uint32_t simt_block_weight(uintptr_t pc);

#endif
