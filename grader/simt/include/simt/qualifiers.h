/**
 * @file qualifiers.h
 * @brief CUDA's declaration qualifiers, as far as they are macros.
 *
 * `__global__`, `__device__`, `__host__`, `__shared__`, `__constant__`, `__managed__` and
 * `__launch_bounds__` are not: the translator reads them after preprocessing, since what they mean depends
 * on what they stand before.
 */
#ifndef SIMT_QUALIFIERS_H
#define SIMT_QUALIFIERS_H

/* simtcc defines this for CUDA sources alone: a C++ source that includes these headers is not translated. */
#ifndef __CUDACC__
/** @name Qualifiers
 * @{ */
/** As in the CUDA C++ Programming Guide, "Function Execution Space Specifiers", "Variable Memory Space
 * Specifiers" and "Launch Bounds". In a C++ source, which is not translated, they say nothing; __noinline__
 * is empty everywhere, since the C++ library writes `__attribute__((__noinline__))`, and inlining changes no
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

/** For functions of these headers: inlined always, so that an error is charged to the line that called them.
 */
#define SIMT_INLINE static inline __attribute__((always_inline, artificial))
/** The same inside a class. */
#define SIMT_MEMBER inline __attribute__((always_inline, artificial))
/** The same for names that the C library has declared already. */
#define SIMT_INLINE_C extern "C" inline __attribute__((gnu_inline, always_inline, artificial))

#endif
