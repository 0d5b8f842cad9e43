/**
 * @file sm_60_atomic_functions.h
 * @brief Stands in for the CUDA Toolkit's header of this name: all of it is in cuda_runtime.h.
 */
#ifndef SIMT_FORWARD_SM_60_ATOMIC_FUNCTIONS_H
#define SIMT_FORWARD_SM_60_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
