/**
 * @file runtime_functions.h
 * @brief The part of the CUDA runtime API that the engine has: C functions with CUDA's names and meanings.
 *
 * The engine runs a launch, a copy or a callback when it is given to its stream, which is one of the orders
 * that hardware may choose. A program that relies on more than CUDA's order gets an error.
 * Callable from the host only; the first functions of errors and memory also from kernels, where memory is
 * that of malloc.
 */
#pragma once

#include "simt/runtime_types.h"

#ifdef __cplusplus
#include "simt/qualifiers.h"
#endif

#if defined __cplusplus && defined __CUDACC__ && !defined SIMT_CONFINED
/** Functions that kernels may call, too, except those of untrusted programs. */
#define SIMT_ALSO_IN_KERNELS SIMT_ON_BOTH
#else
#define SIMT_ALSO_IN_KERNELS
#endif

__BEGIN_DECLS

/** @name Errors
 * @{ */
/** As in the CUDA Runtime API, "Error Handling". The error of a launch stays until one of these is called;
 * an error that is never checked is reported at the program's end. */
SIMT_ALSO_IN_KERNELS cudaError_t cudaGetLastError(void);
SIMT_ALSO_IN_KERNELS cudaError_t cudaPeekAtLastError(void);
SIMT_ALSO_IN_KERNELS const char *cudaGetErrorName(cudaError_t error);
SIMT_ALSO_IN_KERNELS const char *cudaGetErrorString(cudaError_t error);
/** @} */

/** @name Devices
 * @{ */
/** As in "Device Management". There is one device, number 0, described by the profile (SIMT_DEVICE).
 * @return cudaErrorInvalidDevice for another number */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cache);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *cache);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
/** @} */

/** @name Memory
 * @{ */
/** As in "Memory Management". New memory is garbage that counts as uninitialised. Memory that is not freed
 * is reported as a leak, and a use after the free as an error. @return cudaErrorMemoryAllocation if the
 * profile's memory is used up */
SIMT_ALSO_IN_KERNELS cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
SIMT_ALSO_IN_KERNELS cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
/** @} */

/** @name Copies
 * @{ */
/** As in "Memory Management". A copy is checked before it is made: a pointer to the wrong side, or memory
 * that is freed or too short, is an error at the caller's line. Sizes, widths and pitches are in bytes. */
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size);
cudaError_t cudaMemset(void *pointer, int value, size_t size);
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
/** @} */

/** @name Streams and events
 * @{ */
/** As in "Stream Management" and "Event Management". A query of work that the host has not waited for returns
 * cudaErrorNotReady once, then cudaSuccess. */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
/** The modelled time of the kernels and copies between two records; no clock of this machine is read. */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
/** @} */

/** @name Functions that C++ programs call with default arguments (runtime_api.h)
 * @{ */
/** The functions of the same name without `simt_`, with every argument given; and cudaFreeHost() and
 * cudaHostRegister(). @return as the CUDA Runtime API says of those */
cudaError_t simt_memcpy_async(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                              cudaStream_t stream);
cudaError_t simt_memcpy_2d_async(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                 size_t height, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t simt_memset_async(void *pointer, int value, size_t size, cudaStream_t stream);
cudaError_t simt_memset_2d_async(void *pointer, size_t pitch, int value, size_t width, size_t height,
                                 cudaStream_t stream);
cudaError_t simt_host_alloc(void **pointer, size_t size, unsigned int flags);
cudaError_t simt_malloc_managed(void **pointer, size_t size, unsigned int flags);
cudaError_t simt_host_get_device_pointer(void **device, void *host, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
/** For cudaMemPrefetchAsync() and similar calls: checks that the memory exists. */
cudaError_t simt_managed_hint(const void *pointer, size_t size, cudaStream_t stream);
cudaError_t simt_stream_wait_event(cudaStream_t stream, cudaEvent_t event, unsigned int flags);
cudaError_t simt_event_record(cudaEvent_t event, cudaStream_t stream);
/** Checks that [offset, offset + count) is in a device variable of @p size bytes, 0 for the size of its
 * definition; returns its address. */
cudaError_t simt_symbol_address(void **address, const void *symbol, size_t size, size_t offset, size_t count);
/** Returns the size of a device variable: @p size, or that of its definition if that is 0. */
cudaError_t simt_symbol_size(size_t *out, const void *symbol, size_t size);
cudaError_t simt_symbol_copy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                             int to_symbol);
/** The next call of a kernel does not run it, but selects it for simt_function_attribute(). */
void simt_function_probe(void);
cudaError_t simt_function_attribute(enum cudaFuncAttribute attribute, int value);
cudaError_t simt_function_describe(struct cudaFuncAttributes *attributes);
/** The error of the launches since the last call. */
cudaError_t simt_launch_result(void);
/** Whether @p blocks blocks of a cooperative launch fit on the device at once; keeps the error if not. */
cudaError_t simt_cooperative_fits(unsigned long long blocks, unsigned int threads, size_t dynamic_shared);
cudaError_t simt_occupancy_blocks(int *blocks, int threads, size_t dynamic_shared);
/** The most threads that fit on a multiprocessor; @p shared_of gives the dynamic shared memory of a block of
 * so many threads. */
cudaError_t simt_occupancy_best(int *min_grid, int *block, size_t (*shared_of)(int threads, const void *data),
                                const void *data, int limit);
/** Dynamic shared memory that a block may have if @p blocks blocks must be resident. */
cudaError_t simt_occupancy_shared(size_t *dynamic_shared, int blocks, int threads);
/** @} */

__END_DECLS
