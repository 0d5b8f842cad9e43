/**
 * @file nvtx3/nvToolsExtCudaRt.h
 * @brief Names of devices, streams and events for a profiler, which the engine does not have: nothing
 * happens.
 */
#pragma once

#include "../nvToolsExt.h"
#include "simt/runtime_types.h"

/** @name As in NVTX, "Resource Naming"
 * @{ */
/** They do nothing. */
static inline void nvtxNameCudaDeviceA(int, const char *) {}
static inline void nvtxNameCudaStreamA(cudaStream_t, const char *) {}
static inline void nvtxNameCudaEventA(cudaEvent_t, const char *) {}
/** @} */
