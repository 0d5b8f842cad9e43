/**
 * @file rounded_math.h
 * @brief Arithmetic with another rounding: towards zero (rz), up (ru), down (rd); and IEEE 754 binary16, the
 *        format of `__half`, to and from double. Implemented in runtime/builtins.c.
 *
 * A sum, difference, product, quotient, square root or fused multiply-add of binary16 numbers is correctly
 * rounded when it is computed in double and rounded here: the double is either exact or not near a tie.
 */
#pragma once

#include "abi.h"
#include "qualifiers.h"

__BEGIN_DECLS

/** The rounding of a number between two others; ties go to the even one. */
enum simt_rounding { SIMT_ROUND_NEAREST, SIMT_ROUND_ZERO, SIMT_ROUND_UP, SIMT_ROUND_DOWN };

/** The bits of @p value rounded to binary16; not-a-number becomes 0x7fff, as in hardware. */
uint16_t simt_half_bits(double value, enum simt_rounding rounding) SIMT_NOTHROW __attribute__((const));
/** The value of binary16 bits, which a double holds exactly. */
double simt_half_value(uint16_t bits) SIMT_NOTHROW __attribute__((const));
/** The same of bfloat16, the format of `__nv_bfloat16`: a float without the last 16 bits of its fraction. */
uint16_t simt_bfloat_bits(double value, enum simt_rounding rounding) SIMT_NOTHROW __attribute__((const));
/** The value of bfloat16 bits, which a float holds exactly. */
double simt_bfloat_value(uint16_t bits) SIMT_NOTHROW __attribute__((const));

/** The operation. */
enum simt_rounded_op {
    SIMT_ROUNDED_ADD,
    SIMT_ROUNDED_MULTIPLY,
    SIMT_ROUNDED_DIVIDE,
    SIMT_ROUNDED_FMA,
    SIMT_ROUNDED_ROOT
};

/** @p a op @p b, or a fused @p a * @p b + @p c, or the root of @p a; unused operands are 0. */
float simt_rounded_float(enum simt_rounded_op op, enum simt_rounding rounding, float a, float b,
                         float c) SIMT_NOTHROW;
/** The same in double precision. */
double simt_rounded_double(enum simt_rounded_op op, enum simt_rounding rounding, double a, double b,
                           double c) SIMT_NOTHROW;
/** @name Conversions with a given rounding
 * @{ */
/** The nearest number of the result's type in that direction. */
float simt_float_of_double(double value, enum simt_rounding rounding) SIMT_NOTHROW;
float simt_float_of_longlong(long long value, enum simt_rounding rounding) SIMT_NOTHROW;
float simt_float_of_ulonglong(unsigned long long value, enum simt_rounding rounding) SIMT_NOTHROW;
double simt_double_of_longlong(long long value, enum simt_rounding rounding) SIMT_NOTHROW;
double simt_double_of_ulonglong(unsigned long long value, enum simt_rounding rounding) SIMT_NOTHROW;
/** @} */

__END_DECLS

#ifdef __cplusplus

/** @name As in the CUDA Math API, with _rz, _ru or _rd at the end
 * @{ */
/** Sums, differences, products, quotients, reciprocals, roots and fused products of floats and doubles; and
 * conversions to them. */
#define SIMT_ROUNDED_ARITHMETIC(type, prefix, fma, kind, compute, way)                                       \
    SIMT_INLINE type __##prefix##add_##way(type x, type y) {                                                 \
        return compute(SIMT_ROUNDED_ADD, kind, x, y, 0);                                                     \
    }                                                                                                        \
    SIMT_INLINE type __##prefix##sub_##way(type x, type y) {                                                 \
        return compute(SIMT_ROUNDED_ADD, kind, x, -y, 0);                                                    \
    }                                                                                                        \
    SIMT_INLINE type __##prefix##mul_##way(type x, type y) {                                                 \
        return compute(SIMT_ROUNDED_MULTIPLY, kind, x, y, 0);                                                \
    }                                                                                                        \
    SIMT_INLINE type __##prefix##div_##way(type x, type y) {                                                 \
        return compute(SIMT_ROUNDED_DIVIDE, kind, x, y, 0);                                                  \
    }                                                                                                        \
    SIMT_INLINE type __##prefix##rcp_##way(type x) { return compute(SIMT_ROUNDED_DIVIDE, kind, 1, x, 0); }   \
    SIMT_INLINE type __##prefix##sqrt_##way(type x) { return compute(SIMT_ROUNDED_ROOT, kind, x, 0, 0); }    \
    SIMT_INLINE type fma##way(type x, type y, type z) { return compute(SIMT_ROUNDED_FMA, kind, x, y, z); }
#define SIMT_ROUNDED(way, kind)                                                                              \
    SIMT_ROUNDED_ARITHMETIC(float, f, __fmaf_, kind, simt_rounded_float, way)                                \
    SIMT_ROUNDED_ARITHMETIC(double, d, __fma_, kind, simt_rounded_double, way)                               \
    SIMT_INLINE float __double2float_##way(double x) { return simt_float_of_double(x, kind); }               \
    SIMT_INLINE float __int2float_##way(int x) { return simt_float_of_longlong(x, kind); }                   \
    SIMT_INLINE float __uint2float_##way(unsigned int x) { return simt_float_of_longlong(x, kind); }         \
    SIMT_INLINE float __ll2float_##way(long long x) { return simt_float_of_longlong(x, kind); }              \
    SIMT_INLINE float __ull2float_##way(unsigned long long x) { return simt_float_of_ulonglong(x, kind); }   \
    SIMT_INLINE double __ll2double_##way(long long x) { return simt_double_of_longlong(x, kind); }           \
    SIMT_INLINE double __ull2double_##way(unsigned long long x) { return simt_double_of_ulonglong(x, kind); }
SIMT_ROUNDED(rz, SIMT_ROUND_ZERO)
SIMT_ROUNDED(ru, SIMT_ROUND_UP)
SIMT_ROUNDED(rd, SIMT_ROUND_DOWN)
#undef SIMT_ROUNDED
#undef SIMT_ROUNDED_ARITHMETIC
/** @} */

namespace simt {
/** Limits to [0, 1]; not-a-number becomes 0. */
SIMT_BOTH_INLINE double saturate(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
} // namespace simt
#endif
