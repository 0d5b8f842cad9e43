// What a program can ask about the device; the answers are in the profile.
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "engine/exec/launch.h"
#include "engine/memory/heap.h"
#include "engine/model/profile.h"
#include "engine/report/status.h"

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_BLOCK_Z = 64,
    MAX_GRID_YZ = 65535,
    KILO = 1000,
    TEXTURE_ALIGNMENT = 512
};

static cudaError_t check_device(int device, const char *function, uintptr_t at) {
    if (device == 0)
        return cudaSuccess;
    return simt_api_misuse(cudaErrorInvalidDevice, at, "%s of device %d; there is one, device 0", function,
                           device);
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
    return check_device(device, __func__, SIMT_API_CALLER);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    SIMT_API_BEGIN();
    (void)flags; /* they choose how the host waits, and here it never waits */
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    SIMT_API_BEGIN();
    if (!device || !wanted)
        return simt_api_null(__func__, SIMT_API_CALLER);
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
    simt_confined_store(out, sizeof *out);
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
        return simt_api_null(__func__, SIMT_API_CALLER);
    cudaError_t error = check_device(device, __func__, SIMT_API_CALLER);
    if (error == cudaSuccess)
        describe(properties, simt_profile());
    return error;
}

/** The value of an attribute, -1 if it is not known. */
static int attribute_value(enum cudaDeviceAttr attribute, const struct cudaDeviceProp *p) {
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
        return p->maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
    case cudaDevAttrMaxBlockDimZ:
        return p->maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX];
    case cudaDevAttrMaxGridDimX:
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
        return p->maxGridSize[attribute - cudaDevAttrMaxGridDimX];
    case cudaDevAttrMaxSharedMemoryPerBlock:
        return (int)p->sharedMemPerBlock;
    case cudaDevAttrTotalConstantMemory:
        return (int)p->totalConstMem;
    case cudaDevAttrWarpSize:
        return p->warpSize;
    case cudaDevAttrMaxPitch:
        return (int)p->memPitch;
    case cudaDevAttrMaxRegistersPerBlock:
        return p->regsPerBlock;
    case cudaDevAttrClockRate:
        return (int)(simt_profile()->clock_hz / KILO);
    case cudaDevAttrMultiProcessorCount:
        return p->multiProcessorCount;
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeMode:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
        return 0;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrMemoryPoolsSupported:
        return 1;
    case cudaDevAttrCooperativeLaunch:
        return p->cooperativeLaunch;
    case cudaDevAttrPageableMemoryAccess:
        return p->pageableMemoryAccess;
    case cudaDevAttrStreamPrioritiesSupported:
        return p->streamPrioritiesSupported;
    case cudaDevAttrGpuOverlap:
        return p->deviceOverlap;
    case cudaDevAttrCanMapHostMemory:
        return p->canMapHostMemory;
    case cudaDevAttrConcurrentKernels:
        return p->concurrentKernels;
    case cudaDevAttrEccEnabled:
        return p->ECCEnabled;
    case cudaDevAttrMemoryClockRate:
        return (int)(simt_profile()->memory_clock_hz / KILO);
    case cudaDevAttrGlobalMemoryBusWidth:
        return p->memoryBusWidth;
    case cudaDevAttrL2CacheSize:
        return p->l2CacheSize;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        return p->maxThreadsPerMultiProcessor;
    case cudaDevAttrAsyncEngineCount:
        return p->asyncEngineCount;
    case cudaDevAttrUnifiedAddressing:
        return p->unifiedAddressing;
    case cudaDevAttrComputeCapabilityMajor:
        return p->major;
    case cudaDevAttrComputeCapabilityMinor:
        return p->minor;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        return (int)p->sharedMemPerMultiprocessor;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        return p->regsPerMultiprocessor;
    case cudaDevAttrManagedMemory:
        return p->managedMemory;
    case cudaDevAttrConcurrentManagedAccess:
        return p->concurrentManagedAccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        return (int)p->sharedMemPerBlockOptin;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        return p->maxBlocksPerMultiProcessor;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        return (int)p->reservedSharedMemPerBlock;
    }
    return -1;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    SIMT_API_BEGIN();
    if (!value)
        return simt_api_null(__func__, SIMT_API_CALLER);
    cudaError_t error = check_device(device, __func__, SIMT_API_CALLER);
    if (error != cudaSuccess)
        return error;
    struct cudaDeviceProp properties;
    describe(&properties, simt_profile());
    SIMT_API_STORE(value, attribute_value(attribute, &properties));
    if (*value < 0)
        return simt_api_misuse(cudaErrorInvalidValue, SIMT_API_CALLER,
                               "%s of attribute %d, which does not exist", __func__, (int)attribute);
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) {
    SIMT_API_BEGIN();
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void) {
    (void)simt_api_begin(__func__, SIMT_API_CALLER);
    simt_status_report_unchecked();
    if (!simt_status_sticky())
        simt_heap_report_leaks();
    simt_heap_reset();
    simt_status_clear();
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) { return (cudaError_t)simt_status_fetch(true); }
cudaError_t cudaPeekAtLastError(void) { return (cudaError_t)simt_status_fetch(false); }
