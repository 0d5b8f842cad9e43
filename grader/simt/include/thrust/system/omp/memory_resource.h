/**
 * @file memory_resource.h
 * @brief Replaces the header of Thrust of this name: where the vectors of the device have their memory.
 */
#pragma once

#include <new>

#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/omp/pointer.h>

#include "cuda_runtime.h"

namespace thrust {
namespace system {
namespace omp {
namespace detail {

/** Memory of the device, or with @p Managed of both sides. */
template <bool Managed> struct device_resource final : thrust::mr::memory_resource<> {
    void *do_allocate(std::size_t bytes, std::size_t) override {
        void *memory = nullptr;
        if ((Managed ? cudaMallocManaged(&memory, bytes) : cudaMalloc(&memory, bytes)) != cudaSuccess)
            throw std::bad_alloc();
        return memory;
    }
    void do_deallocate(void *memory, std::size_t, std::size_t) override { cudaFree(memory); }
};

} // namespace detail

/** @name As in Thrust
 * @{ */
/** Of cudaMalloc() and of cudaMallocManaged(). */
using memory_resource =
    thrust::mr::fancy_pointer_resource<detail::device_resource<false>, thrust::omp::pointer<void>>;
using universal_memory_resource =
    thrust::mr::fancy_pointer_resource<detail::device_resource<true>, thrust::omp::universal_pointer<void>>;
using universal_host_pinned_memory_resource =
    thrust::mr::fancy_pointer_resource<detail::device_resource<true>, thrust::omp::universal_pointer<void>>;
/** @} */

} // namespace omp
} // namespace system
} // namespace thrust
