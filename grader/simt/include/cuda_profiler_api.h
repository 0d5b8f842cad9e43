/**
 * @file cuda_profiler_api.h
 * @brief Stands in for the CUDA Toolkit's header of this name: every launch is counted in any case, so
 *        starting and stopping a profiler has nothing to do.
 */
#ifndef SIMT_CUDA_PROFILER_API_H
#define SIMT_CUDA_PROFILER_API_H

#include "cuda_runtime.h"

/** Nothing to do. @return cudaSuccess */
SIMT_INLINE cudaError_t cudaProfilerStart() { return cudaSuccess; }
/** Nothing to do. @return cudaSuccess */
SIMT_INLINE cudaError_t cudaProfilerStop() { return cudaSuccess; }

#endif
