/**
 * @file hints.h
 * @brief Calls that tune or prepare the hardware and do nothing here, and names of toolkits before CUDA 13
 * that textbooks still use.
 */
#pragma once

#include "simt/memory_pools.h"
#include "simt/qualifiers.h"
#include "simt/runtime_functions.h"

/** @name Managed memory
 * @{ */
/** As in the CUDA Runtime API, "Memory Management": the calls only check that the memory
 * exists, since both sides can always use it. @return cudaErrorInvalidValue if it does not */
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)
#define cudaMemAttachSingle 0x04

SIMT_HOST_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int,
                                                  cudaStream_t stream = nullptr) {
    return simt_managed_hint(pointer, size, stream);
}
SIMT_HOST_INLINE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation,
                                                  unsigned int, cudaStream_t stream = nullptr) {
    return simt_managed_hint(pointer, size, stream);
}
SIMT_HOST_INLINE cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise, int) {
    return simt_managed_hint(pointer, size, nullptr);
}
SIMT_HOST_INLINE cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise,
                                           struct cudaMemLocation) {
    return simt_managed_hint(pointer, size, nullptr);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t size = 0,
                                                      unsigned int = cudaMemAttachSingle) {
    return simt_managed_hint(pointer, size, stream);
}
/** @} */

/** @name Names of older toolkits
 * @{ */
/** As the functions that replaced them: cudaDeviceSynchronize(), cudaDeviceReset(),
 * cudaDeviceSetCacheConfig(). */
SIMT_HOST_INLINE cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
SIMT_HOST_INLINE cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
SIMT_HOST_INLINE cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache cache) {
    return cudaDeviceSetCacheConfig(cache);
}
/** cudaDeviceSynchronize() in kernels, which CUDA 12 took away. CUB 1.17 names it and does not call it. */
SIMT_ON_BOTH static inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
    return cudaErrorNotSupported;
}
/** @} */
