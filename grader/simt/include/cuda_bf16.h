/**
 * @file cuda_bf16.h
 * @brief Replaces the CUDA Toolkit's header of this name: the types __nv_bfloat16 and __nv_bfloat162.
 * Their conversions are in simt/half_types.h, functions of them in simt/half_math.h.
 *
 * Arithmetic is rounded as bfloat16 is; functions such as hexp give the exact function's result rounded,
 * where a GPU may be off by a unit in the last place.
 */
#pragma once

#include "cuda_runtime.h"
#include "simt/rounded_math.h"

/** Tells programs that this header has been included. */
#define __CUDA_BF16_H__
/** The same for its types. */
#define __CUDA_BF16_TYPES_EXIST__

/** @cond */
#define SIMT_NUMBER __nv_bfloat16
#define SIMT_PAIR __nv_bfloat162
#define SIMT_RAW __nv_bfloat16_raw
#define SIMT_RAW_PAIR __nv_bfloat162_raw
#define SIMT_NAME bfloat16
#define SIMT_BITS simt_bfloat_bits
#define SIMT_VALUE simt_bfloat_value
#define SIMT_INFINITE 0x7f80
#define SIMT_ATOMIC SIMT_BF16
#define SIMT_ATOMIC_PAIR SIMT_BF16X2
/** @endcond */
#include "simt/half_types.h"

/** @name Other names of the types
 * @{ */
/** As in the CUDA Math API. */
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
/** @} */
