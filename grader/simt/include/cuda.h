/**
 * @file cuda.h
 * @brief Stands in for the CUDA Toolkit's header of this name for programs that use the runtime API but
 *        include it: the driver API itself (cu…) is not here, and does not compile.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

#include "cuda_runtime.h"

/** The version of the names that are here. */
#define CUDA_VERSION CUDART_VERSION

#endif
