/**
 * @file instruction_weights.h
 * @brief How many instructions a GPU would issue for a basic block.
 */
#ifndef SIMT_INSTRUCTION_WEIGHTS_H
#define SIMT_INSTRUCTION_WEIGHTS_H

#include "engine/processor/host_weights.h"
#include "simt/code_info.h"

/** The weight of the basic block with this record. */
struct simt_weight simt_weight_of_info(const struct simt_code_info *info);

#endif
