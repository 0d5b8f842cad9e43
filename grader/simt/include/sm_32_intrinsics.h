/**
 * @file sm_32_intrinsics.h
 * @brief Stands in for the CUDA Toolkit's header of this name: all of it is in cuda_runtime.h.
 */
#ifndef SIMT_FORWARD_SM_32_INTRINSICS_H
#define SIMT_FORWARD_SM_32_INTRINSICS_H

#include "cuda_runtime.h"

#endif
