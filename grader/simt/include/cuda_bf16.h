/**
 * @file cuda_bf16.h
 * @brief Stands in for the CUDA Toolkit's header of this name: the types __nv_bfloat16 and __nv_bfloat162 and
 * their conversions. Functions of them are in simt/half_math.h.
 *
 * Arithmetic is rounded as bfloat16 is; functions such as hexp give the exact function's result rounded,
 * where a GPU may be off by a unit in the last place.
 */
#ifndef SIMT_CUDA_BF16_H
#define SIMT_CUDA_BF16_H

#include "cuda_runtime.h"
#include "simt/rounded_math.h"

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_BOTH

/** Tells programs that this header has been included. */
#define __CUDA_BF16_H__
/** The same for its types. */
#define __CUDA_BF16_TYPES_EXIST__

/** The bits of a bfloat16 number. */
struct __nv_bfloat16_raw {
    unsigned short x; /**< sign, exponent and fraction */
};
/** The bits of two. */
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x; /**< of the first */
    unsigned short y; /**< of the second */
};

/** A bfloat16 number. */
struct __nv_bfloat16 {
    /** @name Its bits, and conversions from and to other types, rounded to nearest even
     * @{ */
    /** As in the CUDA Math API, "Bfloat16 Precision Conversion and Data Movement". */
    unsigned short __x;
    __nv_bfloat16() = default;
    SIMT_MEMBER constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
/** A conversion from one type. */
#define SIMT_HALF_FROM(type)                                                                                 \
    SIMT_MEMBER __nv_bfloat16(type value)                                                                    \
        : __x(simt_bfloat_bits(static_cast<double>(value), SIMT_ROUND_NEAREST)) {}
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
    SIMT_MEMBER operator float() const { return static_cast<float>(simt_bfloat_value(__x)); }
    SIMT_MEMBER operator __nv_bfloat16_raw() const { return {__x}; }
    SIMT_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
    /** @} */
};

/** Two bfloat16 numbers, in 4 bytes. */
struct __attribute__((aligned(4))) __nv_bfloat162 {
    /** @name Its parts, and what it is made from
     * @{ */
    /** As in the CUDA Math API, "Bfloat16 Precision Conversion and Data Movement". */
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    SIMT_MEMBER __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high) : x(low), y(high) {}
    SIMT_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
    SIMT_MEMBER operator __nv_bfloat162_raw() const { return {x.__x, y.__x}; }
    /** @} */
};

/** @name Other names of the types
 * @{ */
/** As in the CUDA Math API. */
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
/** @} */

namespace simt {
/** The number, exactly. */
SIMT_INLINE double value_of(__nv_bfloat16 h) { return simt_bfloat_value(h.__x); }
/** The nearest bfloat16 number in the direction asked for. */
SIMT_INLINE __nv_bfloat16 to_bfloat(double value, enum simt_rounding rounding = SIMT_ROUND_NEAREST) {
    return __nv_bfloat16_raw{simt_bfloat_bits(value, rounding)};
}
} // namespace simt

/** @name From and to other types: to nearest even (rn), towards zero (rz), up (ru), down (rd)
 * A number too large for a double's 53 bits is exact to more places than these.
 * @{ */
/** As in the CUDA Math API, "Bfloat16 Precision Conversion and Data Movement". What the result cannot hold
 * becomes its nearest value, and not-a-number 0. */
#define SIMT_TO_HALF(name, type)                                                                             \
    SIMT_INLINE __nv_bfloat16 name##_rn(type x) { return simt::to_bfloat(static_cast<double>(x)); }          \
    SIMT_INLINE __nv_bfloat16 name##_rz(type x) {                                                            \
        return simt::to_bfloat(static_cast<double>(x), SIMT_ROUND_ZERO);                                     \
    }                                                                                                        \
    SIMT_INLINE __nv_bfloat16 name##_ru(type x) {                                                            \
        return simt::to_bfloat(static_cast<double>(x), SIMT_ROUND_UP);                                       \
    }                                                                                                        \
    SIMT_INLINE __nv_bfloat16 name##_rd(type x) {                                                            \
        return simt::to_bfloat(static_cast<double>(x), SIMT_ROUND_DOWN);                                     \
    }
#define SIMT_FROM_HALF(name, type, convert)                                                                  \
    SIMT_INLINE type name##_rn(__nv_bfloat16 h) {                                                            \
        return static_cast<type>(convert(rint(simt::value_of(h))));                                          \
    }                                                                                                        \
    SIMT_INLINE type name##_rz(__nv_bfloat16 h) {                                                            \
        return static_cast<type>(convert(trunc(simt::value_of(h))));                                         \
    }                                                                                                        \
    SIMT_INLINE type name##_ru(__nv_bfloat16 h) {                                                            \
        return static_cast<type>(convert(ceil(simt::value_of(h))));                                          \
    }                                                                                                        \
    SIMT_INLINE type name##_rd(__nv_bfloat16 h) {                                                            \
        return static_cast<type>(convert(floor(simt::value_of(h))));                                         \
    }
SIMT_TO_HALF(__float2bfloat16, float)
SIMT_TO_HALF(__short2bfloat16, short)
SIMT_TO_HALF(__ushort2bfloat16, unsigned short)
SIMT_TO_HALF(__int2bfloat16, int)
SIMT_TO_HALF(__uint2bfloat16, unsigned int)
SIMT_TO_HALF(__ll2bfloat16, long long)
SIMT_TO_HALF(__ull2bfloat16, unsigned long long)
SIMT_FROM_HALF(__bfloat162short, short, simt_to_short)
SIMT_FROM_HALF(__bfloat162ushort, unsigned short, simt_to_ushort)
SIMT_FROM_HALF(__bfloat162int, int, simt_to_int)
SIMT_FROM_HALF(__bfloat162uint, unsigned int, simt_to_uint)
SIMT_FROM_HALF(__bfloat162ll, long long, simt_to_longlong)
SIMT_FROM_HALF(__bfloat162ull, unsigned long long, simt_to_ulonglong)
#undef SIMT_FROM_HALF
#undef SIMT_TO_HALF
SIMT_INLINE __nv_bfloat16 __float2bfloat16(float x) { return simt::to_bfloat(static_cast<double>(x)); }
SIMT_INLINE __nv_bfloat16 __double2bfloat16(double x) { return simt::to_bfloat(x); }
SIMT_INLINE float __bfloat162float(__nv_bfloat16 h) { return h; }
SIMT_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.__x; }
SIMT_INLINE short __bfloat16_as_short(__nv_bfloat16 h) { return static_cast<short>(h.__x); }
SIMT_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16_raw{bits}; }
SIMT_INLINE __nv_bfloat16 __short_as_bfloat16(short bits) {
    return __nv_bfloat16_raw{static_cast<unsigned short>(bits)};
}
/** @} */

/** @name Pairs
 * @{ */
/** As in the CUDA Math API, "Bfloat16 Precision Conversion and Data Movement": parts taken, put together and
 * exchanged. */
SIMT_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
SIMT_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) { return {low, high}; }
SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 h) { return {h, h}; }
SIMT_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
SIMT_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
SIMT_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return {v.x, v.x}; }
SIMT_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return {v.y, v.y}; }
SIMT_INLINE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return {v.y, v.x}; }
SIMT_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
SIMT_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
SIMT_INLINE float __low2float(__nv_bfloat162 v) { return v.x; }
SIMT_INLINE float __high2float(__nv_bfloat162 v) { return v.y; }
SIMT_INLINE float2 __bfloat1622float2(__nv_bfloat162 v) { return {v.x, v.y}; }
SIMT_INLINE __nv_bfloat162 __float2bfloat162_rn(float x) { return __bfloat162bfloat162(__float2bfloat16(x)); }
SIMT_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return {__float2bfloat16(x), __float2bfloat16(y)};
}
SIMT_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 v) {
    return {__float2bfloat16(v.x), __float2bfloat16(v.y)};
}
/** @} */

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_HOST

/** @cond */
#define SIMT_NUMBER __nv_bfloat16
#define SIMT_PAIR __nv_bfloat162
#define SIMT_OF simt::to_bfloat
#define SIMT_OF_BITS __ushort_as_bfloat16
#define SIMT_INFINITE 0x7f80
#define SIMT_ATOMIC SIMT_BF16
#define SIMT_ATOMIC_PAIR SIMT_BF16X2
/** @endcond */
#include "simt/half_math.h"

#endif
