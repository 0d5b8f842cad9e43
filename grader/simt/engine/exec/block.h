/**
 * @file block.h
 * @brief The records of the blocks that are resident together, by their places.
 */
#ifndef SIMT_BLOCK_H
#define SIMT_BLOCK_H

#include <stdint.h>

#include "engine/exec/machine.h"

/** Begins a launch: numbers the threads of its blocks. */
void simt_blocks_begin_launch(void);
/** Ends it: the host is in no block. */
void simt_blocks_end_launch(void);
/** The record at a place, with room for any block; made if there is none. */
struct simt_block *simt_block_at(uint32_t place);
/** Makes it that of block @p number of the launch, whose lanes run from now on. */
void simt_block_begin(struct simt_block *block, uint64_t number);
/** Lets the lanes of a block run that had given way to others. */
void simt_block_resume(struct simt_block *block);

#endif
