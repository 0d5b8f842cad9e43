/**
 * @file cuda_fp16.h
 * @brief Replaces the CUDA Toolkit's header of this name: the types __half and __half2. Their
 *        conversions are in simt/half_types.h, functions of them in simt/half_math.h.
 *
 * Arithmetic is rounded as IEEE binary16 is; functions such as hexp give the exact function's result rounded,
 * where a GPU may be off by a unit in the last place.
 */
#pragma once

#include "cuda_runtime.h"
#include "simt/rounded_math.h"

/** Tells programs that this header has been included. */
#define __CUDA_FP16_H__
/** The same for its types. */
#define __CUDA_FP16_TYPES_EXIST__

/** @cond */
#define SIMT_NUMBER __half
#define SIMT_PAIR __half2
#define SIMT_RAW __half_raw
#define SIMT_RAW_PAIR __half2_raw
#define SIMT_NAME half
#define SIMT_BITS simt_half_bits
#define SIMT_VALUE simt_half_value
#define SIMT_INFINITE 0x7c00
#define SIMT_ATOMIC SIMT_F16
#define SIMT_ATOMIC_PAIR SIMT_F16X2
/** @endcond */
#include "simt/half_types.h"

/** @name Other names of the types
 * @{ */
/** As in the CUDA Math API. */
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
/** @} */
