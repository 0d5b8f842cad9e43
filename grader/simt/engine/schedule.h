/**
 * @file schedule.h
 * @brief In which order lanes, warps and blocks get their turns: `SIMT_SCHEDULE=forward|reverse|random:SEED`.
 *
 * Correct programs give the same results under every schedule.
 */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include <stdint.h>

#include "machine.h"

/** Fills @p order with the warp's lanes. @return how many there are */
unsigned simt_schedule_lanes(uint8_t order[SIMT_WARP], const struct simt_warp *warp);
/** Fills @p order with 0 … @p warps - 1. */
void simt_schedule_warps(uint8_t order[SIMT_MAX_WARPS], uint32_t warps);
/** The block whose turn is the @p turn -th of @p blocks. */
uint64_t simt_schedule_block(uint64_t turn, uint64_t blocks);

#endif
