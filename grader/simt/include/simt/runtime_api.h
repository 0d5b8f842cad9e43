/**
 * @file runtime_api.h
 * @brief The C++ part of the runtime API: default arguments and typed pointers.
 *
 * All of it is inlined, so that the C functions see the program's line as their caller.
 */
#pragma once

#include <type_traits>

#include "simt/abi.h"
#include "simt/qualifiers.h"
#include "simt/runtime_functions.h"
#include "simt/vector_types.h"

/** @name Typed pointers
 * @{ */
/** The functions of runtime_functions.h, for pointers to any type. @p size is in bytes. @return as those */
template <class T> SIMT_ALSO_IN_KERNELS SIMT_HOST_INLINE cudaError_t cudaMalloc(T **pointer, size_t size) {
    return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                               unsigned int flags = cudaMemAttachGlobal) {
    return simt_malloc_managed(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0) {
    return simt_host_alloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> SIMT_HOST_INLINE cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags) {
    return simt_host_alloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return simt_host_get_device_pointer(reinterpret_cast<void **>(device), host, flags);
}
/** @} */

/** @name Copies on a stream
 * @{ */
/** As the functions without Async; they are done when they return. @return as those */
SIMT_HOST_INLINE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                             enum cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return simt_memcpy_async(to, from, size, kind, stream);
}
SIMT_HOST_INLINE cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                               size_t width, size_t height, enum cudaMemcpyKind kind,
                                               cudaStream_t stream = nullptr) {
    return simt_memcpy_2d_async(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
SIMT_HOST_INLINE cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width,
                                               size_t height, cudaStream_t stream = nullptr) {
    return simt_memset_2d_async(pointer, pitch, value, width, height, stream);
}
SIMT_HOST_INLINE cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size,
                                             cudaStream_t stream = nullptr) {
    return simt_memset_async(pointer, value, size, stream);
}
/** @} */

/** From one device to another: there is only one, so it is cudaMemcpy(). @return as that */
SIMT_HOST_INLINE cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                                 size_t size, cudaStream_t = nullptr) {
    return cudaMemcpyPeer(to, to_device, from, from_device, size);
}

/** @name Streams and events
 * @{ */
/** As in the CUDA Runtime API, with its default arguments. @return as the functions of runtime_functions.h */
SIMT_HOST_INLINE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = cudaEventDefault) {
    return cudaEventCreateWithFlags(event, flags);
}
SIMT_HOST_INLINE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
    return simt_event_record(event, stream);
}
SIMT_HOST_INLINE cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                                      unsigned int = 0) {
    return simt_event_record(event, stream);
}
SIMT_HOST_INLINE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                 unsigned int flags = 0) {
    return simt_stream_wait_event(stream, event, flags);
}
/** @} */

namespace simt {
/** Bytes of a device variable, as simt_symbol_address() takes them. An array that is declared without a size
 * has the size of its definition, which the engine knows. */
template <class T> SIMT_HOST_INLINE constexpr size_t symbol_bytes(const T &) { return sizeof(T); }
/** The same for such an array. */
template <class T> SIMT_HOST_INLINE constexpr size_t symbol_bytes(const T (&)[]) { return 0; }
} // namespace simt

/** @name Device variables
 * @{ */
/** As in the CUDA Runtime API, "Memory Management": the argument is the variable itself, and a copy must stay
 * within it. @p offset and @p size are in bytes. @return cudaErrorInvalidSymbol, cudaErrorInvalidValue */
template <class T> SIMT_HOST_INLINE cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return simt_symbol_address(pointer, __builtin_addressof(symbol), simt::symbol_bytes(symbol), 0, 0);
}
template <class T> SIMT_HOST_INLINE cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return simt_symbol_size(size, __builtin_addressof(symbol), simt::symbol_bytes(symbol));
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
                                                size_t offset = 0,
                                                enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    void *to;
    cudaError_t error =
        simt_symbol_address(&to, __builtin_addressof(symbol), simt::symbol_bytes(symbol), offset, size);
    return error != cudaSuccess ? error : simt_symbol_copy(to, from, size, kind, 1);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    void *from;
    cudaError_t error =
        simt_symbol_address(&from, __builtin_addressof(symbol), simt::symbol_bytes(symbol), offset, size);
    return error != cudaSuccess ? error : simt_symbol_copy(to, from, size, kind, 0);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size,
                                                     size_t offset, enum cudaMemcpyKind kind,
                                                     cudaStream_t = nullptr) {
    return cudaMemcpyToSymbol(symbol, from, size, offset, kind);
}
template <class T>
SIMT_HOST_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset,
                                                       enum cudaMemcpyKind kind, cudaStream_t = nullptr) {
    return cudaMemcpyFromSymbol(to, symbol, size, offset, kind);
}
/** @} */

namespace simt {
/** Calls a kernel so that only its identity is learnt: its arguments are zeroed storage, its body is not run.
 */
template <class... P> SIMT_HOST_INLINE void probe(void (*kernel)(P...)) {
    union zeroed {
        alignas(64) unsigned char bytes[(sizeof(std::remove_reference_t<P>) + ... + 64)];
    };
    static const zeroed storage{};
    simt_function_probe();
    kernel(*reinterpret_cast<const std::remove_reference_t<P> *>(&storage)...);
}
/** The same of a kernel whose parameters are not known: whatever it takes for one is zero, or leads to
 * zeroes. */
SIMT_HOST_INLINE void probe(const void *kernel) {
    alignas(64) static const unsigned char zeroes[4096]{};
    struct on_stack {
        const void *words[64];
    } rest;
    for (const void *&word : rest.words)
        word = zeroes;
    using any = void (*)(const void *, const void *, const void *, const void *, const void *, const void *,
                         double, double, double, double, double, double, double, double, struct on_stack);
    simt_function_probe();
    if (kernel)
        reinterpret_cast<any>(const_cast<void *>(kernel))(zeroes, zeroes, zeroes, zeroes, zeroes, zeroes, 0,
                                                          0, 0, 0, 0, 0, 0, 0, rest);
}
} // namespace simt

/** @name Kernels as values
 * @{ */
/** As in "Execution Control" and "Occupancy" of the CUDA Runtime API. Occupancy is reckoned from threads and
   dynamic shared memory; registers and static shared memory are not known before a launch. @return as there
 */
template <class... P>
SIMT_HOST_INLINE cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), enum cudaFuncAttribute attribute,
                                                  int value) {
    simt::probe(kernel);
    return simt_function_attribute(attribute, value);
}
SIMT_HOST_INLINE cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute,
                                                  int value) {
    simt::probe(kernel);
    return simt_function_attribute(attribute, value);
}
template <class... P>
SIMT_HOST_INLINE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                                   void (*kernel)(P...)) {
    simt::probe(kernel);
    return simt_function_describe(attributes);
}
SIMT_HOST_INLINE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                                   const void *kernel) {
    simt::probe(kernel);
    return simt_function_describe(attributes);
}
/** A preference between cache and shared memory, which changes speed only. */
template <class... P>
SIMT_HOST_INLINE cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...), enum cudaFuncCache) {
    simt::probe(kernel);
    return simt_function_attribute(cudaFuncAttributePreferredSharedMemoryCarveout, -1);
}
/** By threads and dynamic shared memory; registers and static shared memory are not known before a launch. */
template <class K>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K, int threads,
                                                                           size_t dynamic_shared) {
    return simt_occupancy_blocks(blocks, threads, dynamic_shared);
}
template <class K>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, K,
                                                                                    int threads,
                                                                                    size_t dynamic_shared,
                                                                                    unsigned int) {
    return simt_occupancy_blocks(blocks, threads, dynamic_shared);
}
template <class K>
SIMT_HOST_INLINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_shared, K, int blocks,
                                                                       int threads) {
    return simt_occupancy_shared(dynamic_shared, blocks, threads);
}
template <class K, class F>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block, K,
                                                                            F shared_of, int limit = 0) {
    auto call = [](int threads, const void *data) -> size_t {
        return (*static_cast<const F *>(data))(threads);
    };
    return simt_occupancy_best(min_grid, block, call, __builtin_addressof(shared_of), limit);
}
template <class K>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, K kernel,
                                                                size_t dynamic_shared = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block, kernel, [=](int) { return dynamic_shared; }, limit);
}
template <class K>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block, K kernel,
                                                                         size_t dynamic_shared = 0,
                                                                         int limit = 0, unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block, kernel, dynamic_shared, limit);
}
template <class K, class F>
SIMT_HOST_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *min_grid, int *block, K kernel, F shared_of, int limit = 0, unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, kernel, shared_of, limit);
}
/** @} */
