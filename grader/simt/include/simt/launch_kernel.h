/**
 * @file launch_kernel.h
 * @brief cudaLaunchKernel for kernels that are passed with their type.
 */
#ifndef SIMT_LAUNCH_KERNEL_H
#define SIMT_LAUNCH_KERNEL_H

#include <utility>

#include "abi.h"
#include "qualifiers.h"
#include "runtime_api.h"
#include "translated.h"
#include "vector_types.h"

namespace simt {
template <class... P, size_t... I>
/** Calls @p kernel with the arguments that @p arguments points to. */
SIMT_INLINE void call_with(void (*kernel)(P...), void **arguments, std::index_sequence<I...>) {
    kernel(*static_cast<std::remove_reference_t<P> *>(arguments[I])...);
}
} // namespace simt

/** Launches @p kernel; @p arguments holds a pointer to each argument. */
template <class... P>
SIMT_INLINE cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    simt_launch_result(); /* of earlier launches */
    simt::configure(grid, block, shared_bytes, stream);
    simt::call_with(kernel, arguments, std::index_sequence_for<P...>());
    return simt_launch_result();
}

/** The same for blocks that wait for each other: all must fit on the device at once. */
template <class... P>
SIMT_INLINE cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                    void **arguments, size_t shared_bytes = 0,
                                                    cudaStream_t stream = nullptr) {
    cudaError_t error = simt_cooperative_fits(static_cast<unsigned long long>(grid.x) * grid.y * grid.z,
                                              block.x * block.y * block.z, shared_bytes);
    return error ? error : cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
/** Fails, since an untyped pointer does not show the kernel's parameters. */
SIMT_INLINE cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t = 0,
                                                    cudaStream_t = nullptr) {
    simt_unsupported(
        "cudaLaunchCooperativeKernel of an untyped kernel pointer (pass the kernel without a cast)");
}

/** Fails, since an untyped pointer does not show the kernel's parameters. */
SIMT_INLINE cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t = 0,
                                         cudaStream_t = nullptr) {
    simt_unsupported("cudaLaunchKernel of an untyped kernel pointer (pass the kernel without a cast)");
}

#endif
