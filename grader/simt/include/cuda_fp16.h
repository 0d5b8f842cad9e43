/**
 * @file cuda_fp16.h
 * @brief Stands in for the CUDA Toolkit's header of this name: the types __half and __half2 and their
 *        conversions. Functions of them are in simt/half_math.h.
 *
 * Arithmetic is rounded as IEEE binary16 is; functions such as hexp give the exact function's result rounded,
 * where a GPU may be off by a unit in the last place.
 */
#ifndef SIMT_CUDA_FP16_H
#define SIMT_CUDA_FP16_H

#include "cuda_runtime.h"
#include "simt/rounded_math.h"

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_BOTH

/** Tells programs that this header has been included. */
#define __CUDA_FP16_H__
/** The same for its types. */
#define __CUDA_FP16_TYPES_EXIST__

/** The bits of a binary16 number. */
struct __half_raw {
    unsigned short x; /**< sign, exponent and fraction */
};
/** The bits of two. */
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x; /**< of the first */
    unsigned short y; /**< of the second */
};

/** A binary16 number. */
struct __half {
    /** @name Its bits, and conversions from and to other types, rounded to nearest even
     * @{ */
    /** As in the CUDA Math API, "Half Precision Conversion and Data Movement". */
    unsigned short __x;
    __half() = default;
    SIMT_MEMBER constexpr __half(const __half_raw &raw) : __x(raw.x) {}
/** A conversion from one type. */
#define SIMT_HALF_FROM(type)                                                                                 \
    SIMT_MEMBER __half(type value) : __x(simt_half_bits(static_cast<double>(value), SIMT_ROUND_NEAREST)) {}
    SIMT_HALF_FROM(float)
    SIMT_HALF_FROM(double)
    SIMT_HALF_FROM(short)
    SIMT_HALF_FROM(unsigned short)
    SIMT_HALF_FROM(int)
    SIMT_HALF_FROM(unsigned int)
    SIMT_HALF_FROM(long)
    SIMT_HALF_FROM(unsigned long)
    SIMT_HALF_FROM(long long)
    SIMT_HALF_FROM(unsigned long long)
#undef SIMT_HALF_FROM
    SIMT_MEMBER operator float() const { return static_cast<float>(simt_half_value(__x)); }
    SIMT_MEMBER operator __half_raw() const { return {__x}; }
    SIMT_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
    /** @} */
};

/** Two binary16 numbers, in 4 bytes. */
struct __attribute__((aligned(4))) __half2 {
    /** @name Its parts, and what it is made from
     * @{ */
    /** As in the CUDA Math API, "Half Precision Conversion and Data Movement". */
    __half x, y;

    __half2() = default;
    SIMT_MEMBER __half2(const __half &low, const __half &high) : x(low), y(high) {}
    SIMT_MEMBER __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    SIMT_MEMBER operator __half2_raw() const { return {x.__x, y.__x}; }
    /** @} */
};

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

namespace simt {
/** The number, exactly. */
SIMT_INLINE double value_of(__half h) { return simt_half_value(h.__x); }
/** The nearest binary16 number in the direction asked for. */
SIMT_INLINE __half to_half(double value, enum simt_rounding rounding = SIMT_ROUND_NEAREST) {
    return __half_raw{simt_half_bits(value, rounding)};
}
} // namespace simt

/** @name From and to other types: to nearest even (rn), towards zero (rz), up (ru), down (rd)
 * A number too large for a double's 53 bits is too large for a half anyway.
 * @{ */
/** As in the CUDA Math API, "Half Precision Conversion and Data Movement". What the result cannot hold
 * becomes its nearest value, and not-a-number 0. */
#define SIMT_TO_HALF(name, type)                                                                             \
    SIMT_INLINE __half name##_rn(type x) { return simt::to_half(static_cast<double>(x)); }                   \
    SIMT_INLINE __half name##_rz(type x) { return simt::to_half(static_cast<double>(x), SIMT_ROUND_ZERO); }  \
    SIMT_INLINE __half name##_ru(type x) { return simt::to_half(static_cast<double>(x), SIMT_ROUND_UP); }    \
    SIMT_INLINE __half name##_rd(type x) { return simt::to_half(static_cast<double>(x), SIMT_ROUND_DOWN); }
#define SIMT_FROM_HALF(name, type, convert)                                                                  \
    SIMT_INLINE type name##_rn(__half h) { return static_cast<type>(convert(rint(simt::value_of(h)))); }     \
    SIMT_INLINE type name##_rz(__half h) { return static_cast<type>(convert(trunc(simt::value_of(h)))); }    \
    SIMT_INLINE type name##_ru(__half h) { return static_cast<type>(convert(ceil(simt::value_of(h)))); }     \
    SIMT_INLINE type name##_rd(__half h) { return static_cast<type>(convert(floor(simt::value_of(h)))); }
SIMT_TO_HALF(__float2half, float)
SIMT_TO_HALF(__short2half, short)
SIMT_TO_HALF(__ushort2half, unsigned short)
SIMT_TO_HALF(__int2half, int)
SIMT_TO_HALF(__uint2half, unsigned int)
SIMT_TO_HALF(__ll2half, long long)
SIMT_TO_HALF(__ull2half, unsigned long long)
SIMT_FROM_HALF(__half2short, short, simt_to_short)
SIMT_FROM_HALF(__half2ushort, unsigned short, simt_to_ushort)
SIMT_FROM_HALF(__half2int, int, simt_to_int)
SIMT_FROM_HALF(__half2uint, unsigned int, simt_to_uint)
SIMT_FROM_HALF(__half2ll, long long, simt_to_longlong)
SIMT_FROM_HALF(__half2ull, unsigned long long, simt_to_ulonglong)
#undef SIMT_FROM_HALF
#undef SIMT_TO_HALF
SIMT_INLINE __half __float2half(float x) { return simt::to_half(static_cast<double>(x)); }
SIMT_INLINE __half __double2half(double x) { return simt::to_half(x); }
SIMT_INLINE float __half2float(__half h) { return h; }
SIMT_INLINE unsigned short __half_as_ushort(__half h) { return h.__x; }
SIMT_INLINE short __half_as_short(__half h) { return static_cast<short>(h.__x); }
SIMT_INLINE __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
SIMT_INLINE __half __short_as_half(short bits) { return __half_raw{static_cast<unsigned short>(bits)}; }
/** @} */

/** @name Pairs
 * @{ */
/** As in the CUDA Math API, "Half Precision Conversion and Data Movement": parts taken, put together and
 * exchanged. */
SIMT_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
SIMT_INLINE __half2 __halves2half2(__half low, __half high) { return {low, high}; }
SIMT_INLINE __half2 __half2half2(__half h) { return {h, h}; }
SIMT_INLINE __half __low2half(__half2 v) { return v.x; }
SIMT_INLINE __half __high2half(__half2 v) { return v.y; }
SIMT_INLINE __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
SIMT_INLINE __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
SIMT_INLINE __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
SIMT_INLINE __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
SIMT_INLINE __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
SIMT_INLINE float __low2float(__half2 v) { return v.x; }
SIMT_INLINE float __high2float(__half2 v) { return v.y; }
SIMT_INLINE float2 __half22float2(__half2 v) { return {v.x, v.y}; }
SIMT_INLINE __half2 __float2half2_rn(float x) { return __half2half2(__float2half(x)); }
SIMT_INLINE __half2 __floats2half2_rn(float x, float y) { return {__float2half(x), __float2half(y)}; }
SIMT_INLINE __half2 __float22half2_rn(float2 v) { return {__float2half(v.x), __float2half(v.y)}; }
/** @} */

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_HOST

/** @cond */
#define SIMT_NUMBER __half
#define SIMT_PAIR __half2
#define SIMT_OF simt::to_half
#define SIMT_OF_BITS __ushort_as_half
#define SIMT_INFINITE 0x7c00
#define SIMT_ATOMIC SIMT_F16
#define SIMT_ATOMIC_PAIR SIMT_F16X2
/** @endcond */
#include "simt/half_math.h"

#endif
