/**
 * @file cuda.h
 * @brief Stands in for the CUDA Toolkit's header of this name, for programs that include it and use only the
 *        runtime API. Of the driver API (cu…) there is only its beginning, cuInit(), and its errors in words.
 *        The rest is missing, and does not compile.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

#include "cuda_runtime.h"

/** The version of the names in these headers. */
#define CUDA_VERSION CUDART_VERSION

/** What a function of the driver API returns: the numbers are those of cudaError_t. */
typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101
} CUresult;

/** @name As in the CUDA Driver API
 * @{ */
/** The engine needs no preparation. Flags must be 0. @return CUDA_ERROR_INVALID_VALUE if they are not */
static inline CUresult cuInit(unsigned int flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
/** A result in words, those of the runtime's error of that number. */
static inline CUresult cuGetErrorName(CUresult result, const char **name) {
    *name = cudaGetErrorName((cudaError_t)result);
    return CUDA_SUCCESS;
}
static inline CUresult cuGetErrorString(CUresult result, const char **text) {
    *text = cudaGetErrorString((cudaError_t)result);
    return CUDA_SUCCESS;
}
/** @} */

#endif
