// What a program can ask about the device; the answers are in the profile.
#include <stddef.h>
#include <stdio.h>

#include "api.h"
#include "engine/memory/heap.h"
#include "engine/model/profile.h"
#include "engine/report/status.h"
#include "engine/streams/capture.h"

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_BLOCK_Z = 64,
    MAX_GRID_YZ = 65535,
    KILO = 1000,
    TEXTURE_ALIGNMENT = 512,
    TEXTURE_PITCH_ALIGNMENT = 32
};

static cudaError_t check_device(int device) {
    if (device == 0)
        return cudaSuccess;
    return simt_api_misuse(cudaErrorInvalidDevice, " of device %d; there is one, device 0", device);
}

cudaError_t cudaGetDeviceCount(int *count) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(count, 1);
}

cudaError_t cudaGetDevice(int *device) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(device, 0);
}

cudaError_t cudaSetDevice(int device) {
    SIMT_API_BEGIN();
    return check_device(device);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    SIMT_API_BEGIN();
    (void)flags; /* they choose how the host waits, and here it never waits */
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    SIMT_API_BEGIN();
    if (!device || !wanted)
        return simt_api_null();
    SIMT_API_GIVE(device, 0); /* the only device is the best match */
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(version, CUDART_VERSION);
}

cudaError_t cudaDriverGetVersion(int *version) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(version, CUDART_VERSION);
}

static void describe(struct cudaDeviceProp *out, const struct simt_profile *p) {
    *out = (struct cudaDeviceProp){.totalGlobalMem = p->memory_bytes,
                                   .sharedMemPerBlock = p->shared_per_block,
                                   .regsPerBlock = (int)p->registers_per_multiprocessor,
                                   .warpSize = WARP,
                                   .memPitch = INT32_MAX,
                                   .maxThreadsPerBlock = MAX_THREADS,
                                   .maxThreadsDim = {MAX_THREADS, MAX_THREADS, MAX_BLOCK_Z},
                                   .maxGridSize = {INT32_MAX, MAX_GRID_YZ, MAX_GRID_YZ},
                                   .totalConstMem = p->constant_bytes,
                                   .major = (int)p->capability_major,
                                   .minor = (int)p->capability_minor,
                                   .multiProcessorCount = (int)p->multiprocessors,
                                   .canMapHostMemory = 1,
                                   .concurrentKernels = 1,
                                   .ECCEnabled = 1,
                                   .asyncEngineCount = 1,
                                   .unifiedAddressing = 1,
                                   .memoryBusWidth = (int)p->memory_bus_bits,
                                   .l2CacheSize = (int)p->l2_bytes,
                                   .maxThreadsPerMultiProcessor = (int)p->threads_per_multiprocessor,
                                   .sharedMemPerMultiprocessor = p->shared_per_multiprocessor,
                                   .regsPerMultiprocessor = (int)p->registers_per_multiprocessor,
                                   .managedMemory = 1,
                                   .concurrentManagedAccess = 1,
                                   .sharedMemPerBlockOptin = p->shared_per_block_optin,
                                   .maxBlocksPerMultiProcessor = (int)p->blocks_per_multiprocessor,
                                   .reservedSharedMemPerBlock = p->shared_reserved_per_block,
                                   .cooperativeLaunch = 1,
                                   .streamPrioritiesSupported = 1,
                                   .textureAlignment = TEXTURE_ALIGNMENT,
                                   .texturePitchAlignment = TEXTURE_PITCH_ALIGNMENT,
                                   .clockRate = (int)(p->clock_hz / KILO),
                                   .memoryClockRate = (int)(p->memory_clock_hz / KILO),
                                   .deviceOverlap = 1,
                                   .globalL1CacheSupported = 1,
                                   .localL1CacheSupported = 1,
                                   .hostRegisterSupported = 1,
                                   .memoryPoolsSupported = 1};
    snprintf(out->name, sizeof out->name, "%s", p->device);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    SIMT_API_BEGIN();
    if (!properties)
        return simt_api_null();
    cudaError_t error = check_device(device);
    if (error == cudaSuccess) {
        simt_api_target(properties, sizeof *properties);
        describe(properties, simt_profile());
    }
    return error;
}

/** The attributes that are members of cudaDeviceProp. */
static const struct attribute {
    enum cudaDeviceAttr attribute;
    size_t offset, size; /* of the member: an int, or a size_t */
} attributes[] = {
#define ROW(name, member)                                                                                    \
    {                                                                                                        \
        cudaDevAttr##name, offsetof(struct cudaDeviceProp, member),                                          \
            sizeof((struct cudaDeviceProp *)NULL)->member                                                    \
    }
    ROW(MaxThreadsPerBlock, maxThreadsPerBlock),
    ROW(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    ROW(TotalConstantMemory, totalConstMem),
    ROW(WarpSize, warpSize),
    ROW(MaxPitch, memPitch),
    ROW(MaxRegistersPerBlock, regsPerBlock),
    ROW(ClockRate, clockRate),
    ROW(MultiProcessorCount, multiProcessorCount),
    ROW(CooperativeLaunch, cooperativeLaunch),
    ROW(PageableMemoryAccess, pageableMemoryAccess),
    ROW(StreamPrioritiesSupported, streamPrioritiesSupported),
    ROW(GpuOverlap, deviceOverlap),
    ROW(CanMapHostMemory, canMapHostMemory),
    ROW(ConcurrentKernels, concurrentKernels),
    ROW(EccEnabled, ECCEnabled),
    ROW(MemoryClockRate, memoryClockRate),
    ROW(GlobalMemoryBusWidth, memoryBusWidth),
    ROW(L2CacheSize, l2CacheSize),
    ROW(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    ROW(AsyncEngineCount, asyncEngineCount),
    ROW(UnifiedAddressing, unifiedAddressing),
    ROW(ComputeCapabilityMajor, major),
    ROW(ComputeCapabilityMinor, minor),
    ROW(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    ROW(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    ROW(ManagedMemory, managedMemory),
    ROW(ConcurrentManagedAccess, concurrentManagedAccess),
    ROW(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    ROW(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    ROW(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    ROW(MaxBlockDimX, maxThreadsDim[0]),
    ROW(MaxGridDimX, maxGridSize[0]),
    ROW(MaxBlockDimY, maxThreadsDim[1]),
    ROW(MaxGridDimY, maxGridSize[1]),
    ROW(MaxBlockDimZ, maxThreadsDim[2]),
    ROW(MaxGridDimZ, maxGridSize[2]),
#undef ROW
};

/** The value of an attribute, -1 if it is not known. */
static int attribute_value(enum cudaDeviceAttr attribute, const struct cudaDeviceProp *p) {
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *a = &attributes[i];
        const char *member = (const char *)p + a->offset;
        if (a->attribute == attribute)
            return a->size == sizeof(int) ? *(const int *)member : (int)*(const size_t *)member;
    }
    switch (attribute) {
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeMode:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
        return 0;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrMemoryPoolsSupported:
        return 1;
    default:
        return -1;
    }
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    SIMT_API_BEGIN();
    if (!value)
        return simt_api_null();
    cudaError_t error = check_device(device);
    if (error != cudaSuccess)
        return error;
    struct cudaDeviceProp properties;
    describe(&properties, simt_profile());
    SIMT_API_STORE(value, attribute_value(attribute, &properties));
    if (*value < 0)
        return simt_api_misuse(cudaErrorInvalidValue, " of attribute %d, which does not exist",
                               (int)attribute);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer) {
    SIMT_API_BEGIN();
    (void)attribute;
    cudaError_t error = check_device(device);
    error = error == cudaSuccess ? check_device(peer) : error;
    if (error != cudaSuccess)
        return error;
    SIMT_API_GIVE(value, 0);
}

cudaError_t cudaDeviceSynchronize(void) {
    SIMT_API_BEGIN();
    if (simt_capture_is_on)
        return simt_api_misuse(cudaErrorStreamCaptureUnsupported, " while a stream is captured");
    simt_api_wait_for_device();
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_SYNCHRONIZE});
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void) {
    SIMT_API_ENTER(__func__);
    (void)simt_api_begin();
    simt_operations_reset();
    simt_status_report_unchecked();
    if (!simt_status_sticky())
        simt_heap_report_leaks();
    simt_heap_reset(SIMT_API_CALLER);
    simt_status_clear();
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) { return (cudaError_t)simt_status_fetch(true); }
cudaError_t cudaPeekAtLastError(void) { return (cudaError_t)simt_status_fetch(false); }
