/**
 * @file schedule.h
 * @brief In which order lanes, warps and blocks get their turns: `SIMT_SCHEDULE=forward|reverse|random:SEED`.
 *
 * Correct programs give the same results under every schedule.
 */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include <stdint.h>

/** Whose turn it is among the lanes, or warps, in a mask that is not empty. @return the bit's number */
unsigned simt_schedule_pick(uint32_t candidates);
/** The block whose turn is the @p turn -th of @p blocks. */
uint64_t simt_schedule_block(uint64_t turn, uint64_t blocks);

#endif
