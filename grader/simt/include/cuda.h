/**
 * @file cuda.h
 * @brief Stands in for the CUDA Toolkit's header of this name, for programs that include it and use only the
 *        runtime API. The driver API itself (cu…) is missing, and does not compile.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

#include "cuda_runtime.h"

/** The version of the names in these headers. */
#define CUDA_VERSION CUDART_VERSION

#endif
