/**
 * @file launch_kernel.h
 * @brief cudaLaunchKernel for kernels that are passed with their type.
 */
#pragma once

#include <utility>

#include "abi.h"
#include "qualifiers.h"
#include "runtime_api.h"
#include "translated.h"
#include "vector_types.h"

namespace simt {
template <class... P, size_t... I>
/** Calls @p kernel with the arguments that @p arguments points to. */
SIMT_HOST_INLINE void call_with(void (*kernel)(P...), void **arguments, std::index_sequence<I...>) {
    kernel(*static_cast<std::remove_reference_t<P> *>(arguments[I])...);
}

/** Whether all blocks of a launch fit on the device at once. */
SIMT_HOST_INLINE cudaError_t cooperative_fits(dim3 grid, dim3 block, size_t shared_bytes) {
    return simt_cooperative_fits(static_cast<unsigned long long>(grid.x) * grid.y * grid.z,
                                 block.x * block.y * block.z, shared_bytes);
}
} // namespace simt

/** Launches @p kernel; @p arguments holds a pointer to each argument. */
template <class... P>
SIMT_HOST_INLINE cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments,
                                              size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    simt_launch_result(); /* of earlier launches */
    simt::configure(grid, block, shared_bytes, stream);
    simt::call_with(kernel, arguments, std::index_sequence_for<P...>());
    return simt_launch_result();
}

/** The same for blocks that wait for each other: all must fit on the device at once. */
template <class... P>
SIMT_HOST_INLINE cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                         void **arguments, size_t shared_bytes = 0,
                                                         cudaStream_t stream = nullptr) {
    const cudaError_t error = simt::cooperative_fits(grid, block, shared_bytes);
    return error ? error : cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
/** Fails, since an untyped pointer does not show the kernel's parameters. */
SIMT_HOST_INLINE cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t = 0,
                                                         cudaStream_t = nullptr) {
    simt_unsupported(
        "cudaLaunchCooperativeKernel of an untyped kernel pointer (pass the kernel without a cast)");
}

/** Fails, since an untyped pointer does not show the kernel's parameters. */
SIMT_HOST_INLINE cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t = 0,
                                              cudaStream_t = nullptr) {
    simt_unsupported("cudaLaunchKernel of an untyped kernel pointer (pass the kernel without a cast)");
}

/** How cudaLaunchKernelEx() launches; the numbers are CUDA's. */
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14
};
/** The value of one of them. */
union cudaLaunchAttributeValue {
    int cooperative; /**< not 0: all blocks must fit on the device at once */
    struct {
        unsigned int x, y, z;                   /**< blocks of a cluster */
    } clusterDim;                               /**< the default: one */
    int programmaticStreamSerializationAllowed; /**< launches overlap no more than others here */
    int priority;                               /**< no launch waits for another one here */
    unsigned int sharedMemCarveout;             /**< in percent */
};
/** An attribute of a launch. */
struct cudaLaunchAttribute {
    enum cudaLaunchAttributeID id;      /**< which one */
    union cudaLaunchAttributeValue val; /**< to what it is set */
};
/** A launch without its kernel and arguments, as in the CUDA Runtime API. */
struct cudaLaunchConfig_t {
    dim3 gridDim;                      /**< in blocks */
    dim3 blockDim;                     /**< in threads */
    size_t dynamicSmemBytes;           /**< of shared memory beside the static part */
    cudaStream_t stream;               /**< 0: the default stream */
    struct cudaLaunchAttribute *attrs; /**< numAttrs of them */
    unsigned int numAttrs;             /**< how many */
};

namespace simt {
/** Why the launch is refused, if it is. Clusters of several blocks are not supported. */
SIMT_HOST_INLINE cudaError_t check_attributes(const cudaLaunchConfig_t *config) {
    cudaError_t error = cudaSuccess;
    for (unsigned int i = 0; i < config->numAttrs && !error; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        const auto &cluster = attribute->val.clusterDim;
        if (attribute->id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z != 1)
            simt_unsupported("a launch of clusters of blocks");
        if (attribute->id == cudaLaunchAttributeCooperative && attribute->val.cooperative)
            error = cooperative_fits(config->gridDim, config->blockDim, config->dynamicSmemBytes);
    }
    return error;
}
} // namespace simt

/** @name In kernels that may overlap with the launch before
 * @{ */
/** They do nothing: a kernel begins when the one before it has ended. */
SIMT_ON_DEVICE static inline void cudaGridDependencySynchronize() {}
SIMT_ON_DEVICE static inline void cudaTriggerProgrammaticLaunchCompletion() {}
/** @} */

/** Launches @p kernel with these arguments. */
template <class... P, class... A>
SIMT_HOST_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                                A &&...arguments) {
    const cudaError_t error = simt::check_attributes(config);
    if (error)
        return error;
    simt_launch_result(); /* of earlier launches */
    simt::configure(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
    kernel(std::forward<A>(arguments)...);
    return simt_launch_result();
}
