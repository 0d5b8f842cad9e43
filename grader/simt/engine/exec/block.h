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
/** The record at a place; made if there is none. */
struct simt_block *simt_block_at(uint32_t place);
/** Makes it that of block @p number of the launch, whose lanes run from now on. */
void simt_block_begin(struct simt_block *block, uint64_t number);
/** The running block gives way: keeps its shared memory and what lies on its lanes' stacks. */
void simt_block_save(struct simt_block *block);
/** Its lanes begin anew the next time, for others have used their stacks. */
void simt_block_forget_fibers(struct simt_block *block);
/** Lets the lanes of a block run that had given way to others. */
void simt_block_resume(struct simt_block *block);

#endif
