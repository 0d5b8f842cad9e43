/**
 * @file math_constants.h
 * @brief Replaces the CUDA Toolkit's header of this name: the constants of it that programs use.
 */
#pragma once

#include "cuda_runtime.h"

/** @name Constants
 * @{ */
/** Single precision with _F at the end, else double: infinity, not-a-number, the smallest and largest
 * numbers, π, π/2, √2, log2 e, ln 2. */
#define CUDART_INF_F __builtin_huge_valf()
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F __int_as_float(1)
#define CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
#define CUDART_PI_F static_cast<float>(M_PI)
#define CUDART_PIO2_F static_cast<float>(M_PI_2)
#define CUDART_SQRT_TWO_F static_cast<float>(M_SQRT2)
#define CUDART_L2E_F static_cast<float>(M_LOG2E)
#define CUDART_LN2_F static_cast<float>(M_LN2)
#define CUDART_INF __builtin_huge_val()
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI M_PI
#define CUDART_PIO2 M_PI_2
#define CUDART_SQRT_TWO M_SQRT2
#define CUDART_L2E M_LOG2E
#define CUDART_LN2 M_LN2
/** @} */
