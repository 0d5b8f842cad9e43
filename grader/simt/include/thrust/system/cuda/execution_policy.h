/**
 * @file execution_policy.h
 * @brief Replaces the header of Thrust of this name: thrust::cuda::par, with the stream in which an
 *        algorithm is to run.
 */
#pragma once

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include <thrust/system/omp/simt_device.h>

namespace thrust {
namespace system {
namespace cuda {

/** The device, and a stream. */
struct par_t
    : thrust::system::omp::detail::execution_policy<par_t>,
      thrust::detail::allocator_aware_execution_policy<thrust::system::omp::detail::execution_policy> {
    cudaStream_t stream = nullptr; /**< in which algorithms run */
    /** The same in another stream. */
    par_t on(cudaStream_t other) const {
        par_t result;
        result.stream = other;
        return result;
    }
};
/** The stream of an algorithm. */
inline cudaStream_t simt_stream_of(const par_t &policy) { return policy.stream; }

/** @name As in Thrust
 * @{ */
/** An algorithm has ended when it returns, with either. */
static const par_t par{}, par_nosync{};
/** @} */

} // namespace cuda
} // namespace system
namespace cuda {
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
} // namespace cuda
} // namespace thrust
