/**
 * @file cuda_runtime_api.h
 * @brief Stands in for the CUDA Toolkit's header of this name: all of it is in cuda_runtime.h.
 */
#ifndef SIMT_FORWARD_CUDA_RUNTIME_API_H
#define SIMT_FORWARD_CUDA_RUNTIME_API_H

#include "cuda_runtime.h"

#endif
