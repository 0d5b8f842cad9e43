/**
 * @file runtime_types.h
 * @brief Types and constants of the CUDA runtime API, with CUDA 13's names and numbers. C and C++.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** The CUDA version of these names and numbers: 13.0. */
#define CUDART_VERSION 13000

/** Every error of the API that the engine returns or a program may compare with: X(name, number, meaning).
 */
#define SIMT_CUDA_ERRORS(X)                                                                                  \
    X(cudaSuccess, 0, "no error")                                                                            \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                          \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                                         \
    X(cudaErrorInitializationError, 3, "initialization error")                                               \
    X(cudaErrorCudartUnloading, 4, "the runtime is shutting down")                                           \
    X(cudaErrorProfilerDisabled, 5, "the profiler is disabled")                                              \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                    \
    X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                              \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                   \
    X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                               \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                           \
    X(cudaErrorInvalidTexture, 18, "invalid texture")                                                        \
    X(cudaErrorInvalidTextureBinding, 19, "invalid texture binding")                                         \
    X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                   \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                              \
    X(cudaErrorAddressOfConstant, 22, "the address of a constant was taken")                                 \
    X(cudaErrorTextureFetchFailed, 23, "a texture could not be read")                                        \
    X(cudaErrorTextureNotBound, 24, "a texture is not bound")                                                \
    X(cudaErrorSynchronizationError, 25, "synchronization failed")                                           \
    X(cudaErrorInvalidFilterSetting, 26, "a filter that the texture cannot have")                            \
    X(cudaErrorInvalidNormSetting, 27, "a texture's values cannot be read as they are asked for")            \
    X(cudaErrorMixedDeviceExecution, 28, "device and emulation were mixed")                                  \
    X(cudaErrorNotYetImplemented, 31, "not yet implemented")                                                 \
    X(cudaErrorMemoryValueTooLarge, 32, "a size in memory is too large")                                     \
    X(cudaErrorInsufficientDriver, 35, "the driver is too old for this runtime")                             \
    X(cudaErrorDuplicateVariableName, 43, "two variables of the device have one name")                       \
    X(cudaErrorDuplicateTextureName, 44, "two textures have one name")                                       \
    X(cudaErrorDuplicateSurfaceName, 45, "two surfaces have one name")                                       \
    X(cudaErrorDevicesUnavailable, 46, "all devices are busy or unavailable")                                \
    X(cudaErrorIncompatibleDriverContext, 49, "the context is not compatible with the runtime")              \
    X(cudaErrorMissingConfiguration, 52, "the launch was not configured")                                    \
    X(cudaErrorPriorLaunchFailure, 53, "an earlier launch failed")                                           \
    X(cudaErrorLaunchMaxDepthExceeded, 65, "launches in kernels are nested too deep")                        \
    X(cudaErrorLaunchFileScopedTex, 66, "a texture of a file used by a launch in a kernel")                  \
    X(cudaErrorLaunchFileScopedSurf, 67, "a surface of a file used by a launch in a kernel")                 \
    X(cudaErrorSyncDepthExceeded, 68, "synchronization in kernels is nested too deep")                       \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                         \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                          \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                 \
    X(cudaErrorStartupFailure, 127, "the runtime could not start")                                           \
    X(cudaErrorInvalidKernelImage, 200, "invalid kernel image")                                              \
    X(cudaErrorMapBufferObjectFailed, 205, "a buffer could not be mapped")                                   \
    X(cudaErrorUnmapBufferObjectFailed, 206, "a buffer could not be unmapped")                               \
    X(cudaErrorAlreadyMapped, 208, "the resource is already mapped")                                         \
    X(cudaErrorNoKernelImageForDevice, 209, "no kernel image for this device")                               \
    X(cudaErrorECCUncorrectable, 214, "an uncorrectable memory error was found")                             \
    X(cudaErrorUnsupportedLimit, 215, "the device has no such limit")                                        \
    X(cudaErrorDeviceAlreadyInUse, 216, "another thread uses the device")                                    \
    X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported")                                   \
    X(cudaErrorSharedObjectSymbolNotFound, 302, "a symbol of a shared object was not found")                 \
    X(cudaErrorSharedObjectInitFailed, 303, "a shared object could not be initialized")                      \
    X(cudaErrorOperatingSystem, 304, "the operating system reported an error")                               \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                        \
    X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                  \
    X(cudaErrorSymbolNotFound, 500, "symbol not found")                                                      \
    X(cudaErrorNotReady, 600, "device not ready")                                                            \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                              \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                         \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was ended")                                     \
    X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                              \
    X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                \
    X(cudaErrorSetOnActiveProcess, 708, "the device is in use already, and cannot be set up")                \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                                  \
    X(cudaErrorTooManyPeers, 711, "no more peers can be enabled")                                            \
    X(cudaErrorHostMemoryAlreadyRegistered, 712, "this host memory is already registered")                   \
    X(cudaErrorHostMemoryNotRegistered, 713, "this host memory is not registered")                           \
    X(cudaErrorHardwareStackError, 714, "hardware stack error")                                              \
    X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                            \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                 \
    X(cudaErrorInvalidAddressSpace, 717, "operation not supported on this address space")                    \
    X(cudaErrorInvalidPc, 718, "invalid program counter")                                                    \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                             \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in a cooperative launch")                    \
    X(cudaErrorNotPermitted, 800, "operation not permitted")                                                 \
    X(cudaErrorNotSupported, 801, "operation not supported")                                                 \
    X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted while the stream is captured")        \
    X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to an error in an earlier capture")      \
    X(cudaErrorStreamCaptureUnmatched, 903, "the capture did not begin with this stream")                    \
    X(cudaErrorStreamCaptureUnjoined, 904, "the capture has streams that were not joined")                   \
    X(cudaErrorStreamCaptureIsolation, 905, "a dependency from a capture to work outside of it")             \
    X(cudaErrorStreamCaptureImplicit, 906, "operation would make the default stream part of a capture")      \
    X(cudaErrorCapturedEvent, 907, "operation not permitted on an event of a capture")                       \
    X(cudaErrorGraphExecUpdateFailure, 910, "the graph differs too much for an update")                      \
    X(cudaErrorUnknown, 999, "unknown error")                                                                \
    X(cudaErrorApiFailureBase, 10000, "an unknown failure of the API")

/** @cond */
#define SIMT_ENUMERATOR(name, number, meaning) name = number,
/** @endcond */
/** The results of API calls: as in the CUDA Runtime API, "Data types used by CUDA Runtime". */
enum cudaError { SIMT_CUDA_ERRORS(SIMT_ENUMERATOR) };
/** @cond */
#undef SIMT_ENUMERATOR
/** @endcond */
/** The usual name of that type. */
typedef enum cudaError cudaError_t;

/** The direction of a copy. */
enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

/** The limits of cudaDeviceSetLimit(). */
enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5
};

/** @name Handles and callbacks
 * @{ */
/** As in the CUDA Runtime API. Streams and events are made and destroyed by its functions; a null stream is
 * the default one. */
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
typedef void (*cudaHostFn_t)(void *data);

/** @} */

/** @name Flags
 * @{ */
/** Bits for the calls that take flags, with CUDA's names and numbers. All are checked; only
 * cudaStreamNonBlocking and cudaEventDisableTiming have an effect. */
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventRecordDefault 0x00
#define cudaEventWaitDefault 0x00
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaOccupancyDefault 0x00

/** @} */

/** The attributes of cudaDeviceGetAttribute(); the values come from the device profile (SIMT_DEVICE). */
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119
};

/** The users of the device; here always the first. */
enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

/** The properties of the device. */
struct cudaDeviceProp {
    /** @name The members of CUDA's structure that programs read
     * @{ */
    /** As in the CUDA Runtime API: sizes in bytes, flags 0 or 1, clocks in kHz. Filled from the device
     * profile. */
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    size_t totalConstMem;
    int major;
    int minor;
    int multiProcessorCount;
    int integrated;
    int canMapHostMemory;
    int concurrentKernels;
    int ECCEnabled;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryBusWidth;
    int l2CacheSize;
    int maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int concurrentManagedAccess;
    int cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    size_t reservedSharedMemPerBlock;
    int pageableMemoryAccess;
    int streamPrioritiesSupported;
    size_t textureAlignment;
    /* Toolkits before CUDA 13 had these. */
    int clockRate;       /* kHz */
    int memoryClockRate; /* kHz */
    int deviceOverlap;
    int pciBusID, pciDeviceID, pciDomainID;
    int kernelExecTimeoutEnabled;
    int computeMode;
    int cooperativeMultiDeviceLaunch;
    int singleToDoublePrecisionPerfRatio;
    /** @} */
    /** @name Members for programs that list everything
     * @{ */
    /** Those of textures, surfaces, buses, boards and operating systems are 0: the engine has none. */
    int globalL1CacheSupported, localL1CacheSupported, hostRegisterSupported;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture1DLayered[2];
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2],
        maxTexture2DLayered[3];
    int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface1DLayered[2], maxSurface2D[2], maxSurface2DLayered[3];
    int maxSurface3D[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment, texturePitchAlignment;
    int tccDriver, isMultiGpuBoard, multiGpuBoardGroupID;
    int hostNativeAtomicSupported, computePreemptionSupported, canUseHostPointerForRegisteredMem;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, hostRegisterReadOnlySupported;
    int persistingL2CacheMaxSize, accessPolicyMaxWindowSize, memoryPoolsSupported, sparseCudaArraySupported;
    int clusterLaunch, ipcEventSupported, unifiedFunctionPointers;
    unsigned int luidDeviceNodeMask;
    char luid[8];
    /** @} */
};

/** The attributes of cudaDeviceGetP2PAttribute(); there is one device, so nothing is supported. */
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
/** The attributes of cudaFuncSetAttribute(). */
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
/** How much of a multiprocessor's memory a kernel prefers to be shared memory, in percent. */
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};
/** The attributes of a kernel before it runs. Its registers and static shared memory are unknown, and 0.
 */
struct cudaFuncAttributes {
    /** @name CUDA's members
     * @{ */
    /** Sizes in bytes; versions as in compute capability 9.0: 90. */
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
    int maxDynamicSharedSizeBytes;
    /** @} */
};
/** The division of a multiprocessor's memory; it has no effect here. */
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
/** The width of a bank of shared memory; here always four bytes. */
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

/** The kinds of memory. */
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};
/** The result of cudaPointerGetAttributes(). */
struct cudaPointerAttributes {
    enum cudaMemoryType type; /**< its kind */
    int device;               /**< number of the device; there is only 0 */
    void *devicePointer;      /**< the address that kernels use; NULL if they cannot */
    void *hostPointer;        /**< the address that the host uses; NULL if it cannot */
};
