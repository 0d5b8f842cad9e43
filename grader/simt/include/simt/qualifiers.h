/**
 * @file qualifiers.h
 * @brief CUDA's declaration qualifiers, as far as they are macros.
 *
 * `__global__`, `__shared__` and `__device__` are not: the translator reads them after preprocessing, since
 * what they mean depends on what they stand before. A `__device__` variable ends up in the section that
 * SIMT_DEVICE_VARIABLE names, where the engine looks for it.
 */
#ifndef SIMT_QUALIFIERS_H
#define SIMT_QUALIFIERS_H

#define SIMT_DEVICE_VARIABLE __attribute__((section("simt_device")))

#define __host__
#define __constant__ __attribute__((section("simt_device")))
#define __managed__ __attribute__((section("simt_device")))
#define __forceinline__ inline __attribute__((always_inline))
/* Empty, since the C++ library writes __attribute__((__noinline__)); inlining changes no result. */
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

/* Functions of these headers: inlined always, so that an error is charged to the line that called them. */
#define SIMT_INLINE static inline __attribute__((always_inline, artificial))

#endif
