/**
 * @file simt_device.h
 * @brief Thrust's algorithms on the device: each runs Thrust's own sequential algorithm in a kernel of
 * one thread, in the default stream or that of thrust::cuda::par.on().
 *
 * So the functors of a program are device code, and their accesses and the algorithm's are checked as in any
 * kernel: bounds, uninitialised values, memory of the wrong side, streams. An algorithm in device code runs
 * in the calling thread. This header replaces those of thrust/system/omp/detail that need OpenMP.
 */
#pragma once

#include <new>
#include <type_traits>
#include <vector>

#include <thrust/detail/execution_policy.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/seq.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/omp/detail/execution_policy.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include "cuda_runtime.h"

namespace thrust {
namespace system {
namespace omp {
namespace detail {

/** The stream of an algorithm whose policy names none. */
template <class Policy> cudaStream_t simt_stream_of(const Policy &) { return nullptr; }

/** Raises a limit while an algorithm runs: it needs more kernel memory than the default. */
struct simt_room {
    enum : size_t { bytes = size_t(1) << 32 };
    size_t before; /**< the program's limit */
    simt_room() {
        cudaDeviceGetLimit(&before, cudaLimitMallocHeapSize);
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, before > bytes ? before : size_t(bytes));
    }
    ~simt_room() { cudaDeviceSetLimit(cudaLimitMallocHeapSize, before); }
};

/** Runs @p work in one thread of the device. @return its result */
template <class Work> auto simt_on_device(const char *name, cudaStream_t stream, Work work) {
    using result = decltype(work());
    if (::simt_on_device())
        return work();
    simt_room room;
    simt::configure(dim3(1), dim3(1), 0, stream);
    if constexpr (std::is_void<result>::value) {
        simt::kernel(name, [=]() mutable { work(); });
        cudaStreamSynchronize(stream);
    } else {
        void *memory = nullptr;
        cudaMalloc(&memory, sizeof(result));
        simt::kernel(name, [=]() mutable { new (memory) result(work()); });
        cudaStreamSynchronize(stream);
        alignas(result) unsigned char bytes[sizeof(result)];
        cudaMemcpy(bytes, memory, sizeof bytes, cudaMemcpyDeviceToHost);
        cudaFree(memory);
        return result(*reinterpret_cast<result *>(bytes));
    }
}

/** @cond */
#define SIMT_THRUST(name)                                                                                    \
    template <class Policy, class... Arguments>                                                              \
    auto name(execution_policy<Policy> &policy, Arguments... arguments) {                                    \
        return simt_on_device("thrust::" #name, simt_stream_of(thrust::detail::derived_cast(policy)),        \
                              [=]() mutable {                                                                \
                                  thrust::detail::seq_t sequential;                                          \
                                  return name(sequential, arguments...);                                     \
                              });                                                                            \
    }
SIMT_THRUST(adjacent_difference)
SIMT_THRUST(lower_bound)
SIMT_THRUST(upper_bound)
SIMT_THRUST(binary_search)
SIMT_THRUST(copy)
SIMT_THRUST(copy_n)
SIMT_THRUST(copy_if)
SIMT_THRUST(min_element)
SIMT_THRUST(max_element)
SIMT_THRUST(minmax_element)
SIMT_THRUST(find_if)
SIMT_THRUST(for_each)
SIMT_THRUST(for_each_n)
SIMT_THRUST(iter_swap)
SIMT_THRUST(merge)
SIMT_THRUST(merge_by_key)
SIMT_THRUST(partition)
SIMT_THRUST(stable_partition)
SIMT_THRUST(stable_partition_copy)
SIMT_THRUST(reduce)
SIMT_THRUST(reduce_by_key)
SIMT_THRUST(remove_if)
SIMT_THRUST(remove_copy_if)
SIMT_THRUST(inclusive_scan)
SIMT_THRUST(exclusive_scan)
SIMT_THRUST(inclusive_scan_by_key)
SIMT_THRUST(exclusive_scan_by_key)
SIMT_THRUST(set_difference)
SIMT_THRUST(set_intersection)
SIMT_THRUST(set_symmetric_difference)
SIMT_THRUST(set_union)
SIMT_THRUST(stable_sort)
SIMT_THRUST(stable_sort_by_key)
SIMT_THRUST(unique)
SIMT_THRUST(unique_copy)
SIMT_THRUST(unique_count)
SIMT_THRUST(unique_by_key)
SIMT_THRUST(unique_by_key_copy)
#undef SIMT_THRUST
/** @endcond */

/** @name Memory
 * @{ */
/** Device memory, as from cudaMalloc() and malloc() in a kernel. */
template <class Policy> void *malloc(execution_policy<Policy> &, std::size_t bytes) {
    void *memory = nullptr;
    if (::simt_on_device())
        return ::malloc(bytes);
    return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
template <class Policy, class Pointer> void free(execution_policy<Policy> &, Pointer pointer) {
    if (::simt_on_device())
        ::free(thrust::raw_pointer_cast(pointer));
    else
        cudaFree(thrust::raw_pointer_cast(pointer));
}
/** @} */

/** Copies one element between any two locations. */
template <class To, class From> void simt_copy_one(To to, From from) {
    auto *target = thrust::raw_pointer_cast(to);
    auto *source = thrust::raw_pointer_cast(from);
    using element = std::remove_cv_t<std::remove_pointer_t<decltype(target)>>;
    if (::simt_on_device()) {
        *target = *source;
        return;
    }
    using given = std::remove_cv_t<std::remove_pointer_t<decltype(source)>>;
    alignas(given) unsigned char bytes[sizeof(given)];
    cudaMemcpy(bytes, source, sizeof bytes, cudaMemcpyDefault);
    const element value(*reinterpret_cast<given *>(bytes));
    cudaMemcpy(target, __builtin_addressof(value), sizeof value, cudaMemcpyDefault);
}

/** @name Single elements
 * @{ */
/** Reads and writes by a device_reference. */
template <class Policy, class Pointer> auto get_value(execution_policy<Policy> &, Pointer pointer) {
    auto *source = thrust::raw_pointer_cast(pointer);
    using element = std::remove_cv_t<std::remove_pointer_t<decltype(source)>>;
    if (::simt_on_device())
        return element(*source);
    alignas(element) unsigned char bytes[sizeof(element)];
    cudaMemcpy(bytes, source, sizeof bytes, cudaMemcpyDefault);
    return element(*reinterpret_cast<element *>(bytes));
}
template <class Policy, class To, class From>
void assign_value(execution_policy<Policy> &, To to, From from) {
    simt_copy_one(to, from);
}
/** @} */

/** The policy of an algorithm with iterators of both sides: only copies have one. */
template <bool ToDevice> struct simt_both_sides : thrust::execution_policy<simt_both_sides<ToDevice>> {};

/** @name The system of an algorithm with iterators of two systems
 * @{ */
/** As in Thrust: the device's, the host's, or for a copy both. */
template <class A, class B>
simt_both_sides<true> select_system(thrust::system::cpp::detail::execution_policy<A> &,
                                    execution_policy<B> &) {
    return {};
}
template <class A, class B>
simt_both_sides<false> select_system(execution_policy<A> &,
                                     thrust::system::cpp::detail::execution_policy<B> &) {
    return {};
}
template <class A, class B> A &select_system(execution_policy<A> &a, execution_policy<B> &) {
    return thrust::detail::derived_cast(a);
}
/** @} */

template <bool ToDevice, class To, class From>
void assign_value(simt_both_sides<ToDevice> &, To to, From from) {
    simt_copy_one(to, from);
}

/** Copies from one side to the other, through an array of the elements on each side if an iterator is no
 * pointer or changes the type. */
template <bool ToDevice, class From, class To>
To copy(simt_both_sides<ToDevice> &, From first, From last, To result) {
    using given = typename thrust::iterator_value<From>::type;
    using stored = typename thrust::iterator_value<To>::type;
    const size_t count = static_cast<size_t>(last - first);
    if (count == 0)
        return result;
    tag device;
    if constexpr (thrust::is_contiguous_iterator<From>::value && thrust::is_contiguous_iterator<To>::value &&
                  std::is_same<given, stored>::value) {
        cudaMemcpy(thrust::raw_pointer_cast(&*result), thrust::raw_pointer_cast(&*first),
                   count * sizeof(given), cudaMemcpyDefault);
    } else if constexpr (ToDevice) {
        std::vector<stored> values(first, last);
        stored *memory = static_cast<stored *>(malloc(device, count * sizeof(stored)));
        cudaMemcpy(memory, values.data(), count * sizeof(stored), cudaMemcpyHostToDevice);
        copy(device, memory, memory + count, result);
        cudaFree(memory);
    } else {
        given *memory = static_cast<given *>(malloc(device, count * sizeof(given)));
        copy(device, first, last, memory);
        std::vector<given> values(count);
        cudaMemcpy(values.data(), memory, count * sizeof(given), cudaMemcpyDeviceToHost);
        cudaFree(memory);
        for (size_t i = 0; i < count; i++)
            result[static_cast<typename thrust::iterator_difference<To>::type>(i)] = values[i];
    }
    return result + static_cast<typename thrust::iterator_difference<To>::type>(count);
}
template <bool ToDevice, class From, class Size, class To>
To copy_n(simt_both_sides<ToDevice> &both, From first, Size count, To result) {
    return copy(both, first, first + count, result);
}

} // namespace detail
} // namespace omp
} // namespace system
} // namespace thrust

/* Programs rely on thrust::device and thrust::host being included by the algorithms. */
#include <thrust/transform.h> /* scatter, in the next include, uses it without an include */

#include <thrust/execution_policy.h>
