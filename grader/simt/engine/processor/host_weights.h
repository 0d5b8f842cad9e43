// How many instructions a GPU would issue for a basic block, estimated from the host's machine code: for
// compilers without the plugin that writes a record of each block.
#pragma once

#include <stdint.h>

/** The instructions a GPU would issue for a basic block, about. */
struct simt_weight {
    uint32_t own;    /**< its own */
    uint32_t issued; /**< what is issued when it runs: its own, and those it guards; 0 if another block guards
                        it */
    uintptr_t guards; /**< the block whose instructions are issued with it; 0 if none */
};

/** The weight of the basic block that starts after the hook call that returns to @p pc. Ends the program on a
 * processor whose code is not known here: simtcc compiles nothing for it without the plugin. */
struct simt_weight simt_block_weight(uintptr_t pc);
