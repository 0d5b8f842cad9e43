// Calls that tune or prepare the hardware. Here they only check their arguments.
#include <string.h>

#include "api.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/report/status.h"
#include "engine/streams/operations.h"

enum { LIMITS = 6, HIGHEST_PRIORITY = -5, PAGE = 4096 };

/** The limits, so that a program reads back what it set; first those of the hardware. */
static size_t limits[LIMITS] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
};

static cudaError_t no_limit(enum cudaLimit limit) {
    return simt_api_misuse(cudaErrorInvalidValue, " of limit %d, which does not exist", (int)limit);
}

size_t simt_device_limit(enum cudaLimit limit) { return limits[limit]; }

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    SIMT_API_BEGIN();
    if ((unsigned)limit >= LIMITS)
        return no_limit(limit);
    limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    SIMT_API_BEGIN();
    if (!value || (unsigned)limit >= LIMITS)
        return no_limit(limit);
    SIMT_API_GIVE(value, limits[limit]);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cache) {
    SIMT_API_BEGIN();
    (void)cache;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    SIMT_API_BEGIN();
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *cache) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(cache, cudaFuncCachePreferNone);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(config, cudaSharedMemBankSizeFourByte);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(flags, cudaDeviceMapHost); /* the only flag that is always true here */
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    SIMT_API_BEGIN();
    static const char name[] = "0000:00:00.0";
    if (!id || device != 0 || length < (int)sizeof name)
        return simt_api_misuse(cudaErrorInvalidValue, " of device %d into %d bytes", device, length);
    simt_api_target(id, sizeof name);
    memcpy(id, name, sizeof name);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    SIMT_API_BEGIN();
    if (least)
        SIMT_API_STORE(least, 0);
    if (greatest)
        SIMT_API_STORE(greatest, HIGHEST_PRIORITY);
    return cudaSuccess;
}

/** Kernels may then store to the whole of its first page. */
static void ask_to_share(uintptr_t address, size_t size) {
    const uintptr_t first = address / PAGE * PAGE;
    size_t span;
    if (!simt_confinement || simt_is_device_address(address))
        return;
    if (__builtin_add_overflow(address - first, size, &span))
        span = SIZE_MAX;
    simt_confinement->check_shared(first, span, simt_api_now.stack, simt_api_now.at);
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags) {
    SIMT_API_BEGIN();
    if (!pointer || size == 0)
        return simt_api_misuse(cudaErrorInvalidValue, " of %zu bytes at %p", size, pointer);
    if (simt_memory_closed_at((uintptr_t)pointer) == SIMT_CLOSED_VARIABLES)
        return simt_api_misuse(cudaErrorInvalidValue,
                               " of a __device__ or __constant__ variable, which is no memory of the host");
    (void)flags; /* kernels can always use it */
    ask_to_share((uintptr_t)pointer, size);
    if (simt_is_registered((uintptr_t)pointer, size) || simt_is_device_address((uintptr_t)pointer))
        return simt_api_misuse(cudaErrorHostMemoryAlreadyRegistered,
                               " of memory that kernels can use already");
    if (!simt_register((uintptr_t)pointer, size, SIMT_API_CALLER))
        return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
    simt_host_view_share(simt_registered_alias((uintptr_t)pointer), size);
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_REGISTER});
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
    SIMT_API_BEGIN();
    const uintptr_t shared = simt_registered_alias((uintptr_t)pointer);
    simt_api_wait_for_device();
    if (!simt_unregister((uintptr_t)pointer))
        return simt_api_misuse(cudaErrorHostMemoryNotRegistered, " of %p, where no registered memory begins",
                               pointer);
    simt_host_view_forget(shared);
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_UNREGISTER});
    return cudaSuccess;
}

cudaError_t simt_managed_hint(const void *pointer, size_t size, cudaStream_t stream) {
    SIMT_API_BEGIN();
    (void)stream;
    const struct simt_allocation *a = simt_heap_find((uintptr_t)pointer);
    if (!a || !a->live || (uintptr_t)pointer - a->base > a->size ||
        size > a->size - ((uintptr_t)pointer - a->base))
        return simt_api_fault(cudaErrorInvalidValue,
                              "a hint about %zu bytes at %p, which are no managed memory", size, pointer);
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    SIMT_API_BEGIN();
    if (!can || device != 0 || peer != 0)
        return simt_api_misuse(cudaErrorInvalidDevice, " of devices %d and %d", device, peer);
    SIMT_API_GIVE(can, 0); /* there is one device, which is no peer of itself */
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    SIMT_API_BEGIN();
    (void)flags;
    return simt_api_misuse(cudaErrorInvalidDevice, " for device %d; there is no peer", peer);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    SIMT_API_BEGIN();
    return simt_api_misuse(cudaErrorPeerAccessNotEnabled, " for device %d; there is no peer", peer);
}
