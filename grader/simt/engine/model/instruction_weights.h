/**
 * @file instruction_weights.h
 * @brief How many instructions a GPU would issue for a basic block.
 */
#ifndef SIMT_INSTRUCTION_WEIGHTS_H
#define SIMT_INSTRUCTION_WEIGHTS_H

#include <stdint.h>

#include "simt/code_info.h"

/** The instructions a GPU would issue for a basic block, about. */
struct simt_weight {
    uint32_t own;    /**< its own */
    uint32_t issued; /**< what is issued when it runs: its own, and those it guards; 0 if another block guards
                        it */
    uintptr_t guards; /**< the block whose instructions are issued with it; 0 if none */
};

/** The weight of the basic block with this record. */
struct simt_weight simt_weight_of_info(const struct simt_code_info *info);

/** Without a record: the weight of the basic block that starts after the hook call that returns to @p pc. */
struct simt_weight simt_block_weight(uintptr_t pc);

#endif
