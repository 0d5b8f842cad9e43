/**
 * @file memory_pools.h
 * @brief Pools for cudaMallocAsync. Here they are only names, since memory is allocated and freed at once. C
 * and C++.
 */
#pragma once

#include "simt/runtime_functions.h"

__BEGIN_DECLS

/** A pool. */
typedef struct CUmemPoolHandle_st *cudaMemPool_t;

/** The attributes of a pool. */
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8
};
/** The kind of a pool's memory. */
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
/** How other processes may share a pool; here not at all. */
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1 };
/** The kind of a location. */
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2
};
/** A location of memory. */
struct cudaMemLocation {
    enum cudaMemLocationType type; /**< its kind */
    int id;                        /**< the device's number */
};
/** The arguments of cudaMemPoolCreate(). */
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;         /**< pinned */
    enum cudaMemAllocationHandleType handleTypes; /**< none */
    struct cudaMemLocation location;              /**< the device */
    void *win32SecurityAttributes;                /**< not used */
    size_t maxSize;                               /**< not used */
    unsigned short usage;                         /**< not used */
    unsigned char reserved[54];                   /**< zeros */
};

/** @name As in the CUDA Runtime API, "Stream Ordered Memory Allocator"
 * @{ */
/** They make, query and destroy pools; an allocation from a pool is cudaMalloc(). @return as there */
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
/** The usage attributes count all memory of the device, since an allocation does not keep its pool. */
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
cudaError_t simt_malloc_from_pool(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
/** @} */

__END_DECLS

#ifdef __cplusplus

#include "simt/qualifiers.h"

/** @name The C++ forms
 * @{ */
/** Memory from a pool, at once. @return as cudaMalloc() */
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                                     cudaStream_t stream) {
    return simt_malloc_from_pool(reinterpret_cast<void **>(pointer), size, pool, stream);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool,
                                             cudaStream_t stream) {
    return simt_malloc_from_pool(reinterpret_cast<void **>(pointer), size, pool, stream);
}
/** @} */
#endif
