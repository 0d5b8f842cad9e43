/**
 * @file kept_loads.h
 * @brief Loads whose values a warp still has in registers.
 *
 * A compiler loads a value again only where somebody may have changed it, or where no register is left.
 */
#ifndef SIMT_KEPT_LOADS_H
#define SIMT_KEPT_LOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/log/batch.h"

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

#endif
