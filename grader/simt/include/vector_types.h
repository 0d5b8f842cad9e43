/**
 * @file vector_types.h
 * @brief Stands in for the CUDA Toolkit's header of this name: all of it is in cuda_runtime.h.
 */
#ifndef SIMT_FORWARD_VECTOR_TYPES_H
#define SIMT_FORWARD_VECTOR_TYPES_H

#include "cuda_runtime.h"

#endif
