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
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __forceinline__ inline __attribute__((always_inline))
/* Empty, since the C++ library writes __attribute__((__noinline__)); inlining changes no result. */
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

/* Functions of these headers: inlined always, so that an error is charged to the line that called them. */
#define SIMT_INLINE static inline __attribute__((always_inline, artificial))
/* The same inside a class. */
#define SIMT_MEMBER inline __attribute__((always_inline, artificial))
/* The same for names that the C library has declared already. */
#define SIMT_INLINE_C extern "C" inline __attribute__((gnu_inline, always_inline, artificial))

#endif
