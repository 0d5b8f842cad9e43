/**
 * @file cuComplex.h
 * @brief Replaces the CUDA Toolkit's header of this name: complex numbers as pairs.
 */
#pragma once

#include "cuda_runtime.h"

/** @name A real part x and an imaginary part y
 * @{ */
/** Of single precision. */
typedef float2 cuFloatComplex;
/** Of double precision. */
typedef double2 cuDoubleComplex;
/** Of single precision. */
typedef cuFloatComplex cuComplex;
/** @} */

/** @name Operations of cuFloatComplex (f at the end) and cuDoubleComplex
 * @{ */
/** Made of its parts; its parts; conjugate, sum, difference, product, x y + d; the quotient, by Smith's
 * method
 * ("Algorithm 116", Communications of the ACM, 1962), and the absolute value, both without overflow in
 * between. */
#define SIMT_COMPLEX(complex, real, f)                                                                       \
    SIMT_BOTH_INLINE complex make_##complex(real x, real y) { return {x, y}; }                               \
    SIMT_BOTH_INLINE real cuCreal##f(complex x) { return x.x; }                                              \
    SIMT_BOTH_INLINE real cuCimag##f(complex x) { return x.y; }                                              \
    SIMT_BOTH_INLINE complex cuConj##f(complex x) { return {x.x, -x.y}; }                                    \
    SIMT_BOTH_INLINE complex cuCadd##f(complex x, complex y) { return {x.x + y.x, x.y + y.y}; }              \
    SIMT_BOTH_INLINE complex cuCsub##f(complex x, complex y) { return {x.x - y.x, x.y - y.y}; }              \
    SIMT_BOTH_INLINE complex cuCmul##f(complex x, complex y) {                                               \
        return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                                               \
    }                                                                                                        \
    SIMT_BOTH_INLINE complex cuCfma##f(complex x, complex y, complex d) {                                    \
        return cuCadd##f(cuCmul##f(x, y), d);                                                                \
    }                                                                                                        \
    SIMT_BOTH_INLINE complex cuCdiv##f(complex x, complex y) {                                               \
        if (fabs##f(y.x) >= fabs##f(y.y)) {                                                                  \
            real ratio = y.y / y.x, by = y.x + y.y * ratio;                                                  \
            return {(x.x + x.y * ratio) / by, (x.y - x.x * ratio) / by};                                     \
        }                                                                                                    \
        real ratio = y.x / y.y, by = y.x * ratio + y.y;                                                      \
        return {(x.x * ratio + x.y) / by, (x.y * ratio - x.x) / by};                                         \
    }                                                                                                        \
    SIMT_BOTH_INLINE real cuCabs##f(complex x) { return hypot##f(x.x, x.y); }

SIMT_COMPLEX(cuFloatComplex, float, f)
SIMT_COMPLEX(cuDoubleComplex, double, )
#undef SIMT_COMPLEX
/** @} */

/** @name Conversions between the precisions, and the short name
 * @{ */
SIMT_BOTH_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return {(float)x.x, (float)x.y}; }
SIMT_BOTH_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }
SIMT_BOTH_INLINE cuComplex make_cuComplex(float x, float y) { return {x, y}; }
/** @} */
