/**
 * @file qualifiers.h
 * @brief CUDA's declaration qualifiers, as far as they are macros.
 *
 * `__global__`, `__device__`, `__host__`, `__shared__`, `__constant__`, `__managed__` and
 * `__launch_bounds__` are not: the translator reads them after preprocessing, since their meaning depends
 * on the declaration.
 */
#pragma once

/* simtcc defines this only for CUDA sources: a C++ source that includes these headers is not translated. */
#ifndef __CUDACC__
/** @name Qualifiers
 * @{ */
/** As in the CUDA C++ Programming Guide, "Function Execution Space Specifiers", "Variable Memory Space
 * Specifiers" and "Launch Bounds". In a C++ source, which is not translated, they mean nothing. __noinline__
 * is empty everywhere, since the C++ library uses `__attribute__((__noinline__))`, and inlining changes no
 * result. */
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __forceinline__ inline __attribute__((always_inline))

#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
/** @} */

/** @name Where a function of these headers runs
 * @{ */
/** What the translator makes of `__device__` and `__host__ __device__`; the plugin of g++ reads it
 * (language/space.h). A function without it is the host's. */
#ifdef __CUDACC__
#define SIMT_ON_DEVICE __attribute__((simt_device))
#define SIMT_ON_BOTH __attribute__((simt_host, simt_device))
#else
#define SIMT_ON_DEVICE
#define SIMT_ON_BOTH
#endif
/** @} */

/** For functions of the host in these headers: always inlined, so that an error has the line of the call. */
#define SIMT_HOST_INLINE static inline __attribute__((always_inline, artificial))
/** The same for functions of the device. */
#define SIMT_INLINE SIMT_ON_DEVICE SIMT_HOST_INLINE
/** The same for functions of both sides. */
#define SIMT_BOTH_INLINE SIMT_ON_BOTH SIMT_HOST_INLINE
/** SIMT_INLINE inside a class. */
#define SIMT_MEMBER SIMT_ON_DEVICE inline __attribute__((always_inline, artificial))
/** SIMT_BOTH_INLINE inside a class. */
#define SIMT_BOTH_MEMBER SIMT_ON_BOTH inline __attribute__((always_inline, artificial))
/** The same for names that the C library already declares; @p side is SIMT_ON_DEVICE, SIMT_ON_BOTH or
 * nothing. */
#define SIMT_INLINE_C(side) extern "C" side inline __attribute__((gnu_inline, always_inline, artificial))
