/**
 * @file half_types.h
 * @brief The types __half and __half2, and __nv_bfloat16 and __nv_bfloat162, with their conversions. Only
 *        cuda_fp16.h and cuda_bf16.h include it, each once, with these macros: SIMT_NUMBER and SIMT_PAIR are
 * the types, SIMT_RAW and SIMT_RAW_PAIR those of their bits, and SIMT_NAME is what functions call the number.
 *        SIMT_BITS makes bits of a double, SIMT_VALUE a double of bits.
 */

/** @cond */
#define SIMT_PASTE(a, b, c, d) a##b##c##d
#define SIMT_NAMED(a, b, c, d) SIMT_PASTE(a, b, c, d)
/** @endcond */

/** The bits of a number. */
struct SIMT_RAW {
    unsigned short x; /**< sign, exponent and fraction */
};
/** The bits of two. */
struct __attribute__((aligned(4))) SIMT_RAW_PAIR {
    unsigned short x; /**< of the first */
    unsigned short y; /**< of the second */
};

/** A number. */
struct SIMT_NUMBER {
    /** @name Its bits, and conversions from and to other types, rounded to nearest even
     * @{ */
    /** As in the CUDA Math API, "Half Precision Conversion and Data Movement". */
    unsigned short __x;
    SIMT_NUMBER() = default;
    SIMT_BOTH_MEMBER constexpr SIMT_NUMBER(const SIMT_RAW &raw) : __x(raw.x) {}
/** A conversion from one type. */
#define SIMT_HALF_FROM(type)                                                                                 \
    SIMT_BOTH_MEMBER SIMT_NUMBER(type value)                                                                 \
        : __x(SIMT_BITS(static_cast<double>(value), SIMT_ROUND_NEAREST)) {}
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
    SIMT_BOTH_MEMBER operator float() const { return static_cast<float>(SIMT_VALUE(__x)); }
    SIMT_BOTH_MEMBER operator SIMT_RAW() const { return {__x}; }
    SIMT_BOTH_MEMBER operator SIMT_RAW() const volatile { return {__x}; }
    SIMT_BOTH_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
    /** @} */
};

/** Two numbers, in 4 bytes. */
struct __attribute__((aligned(4))) SIMT_PAIR {
    /** @name Its parts, and what it is made from
     * @{ */
    /** As in the CUDA Math API, "Half Precision Conversion and Data Movement". */
    SIMT_NUMBER x, y;

    SIMT_PAIR() = default;
    SIMT_BOTH_MEMBER SIMT_PAIR(const SIMT_NUMBER &low, const SIMT_NUMBER &high) : x(low), y(high) {}
    SIMT_BOTH_MEMBER SIMT_PAIR(const SIMT_RAW_PAIR &raw) : x(SIMT_RAW{raw.x}), y(SIMT_RAW{raw.y}) {}
    SIMT_BOTH_MEMBER operator SIMT_RAW_PAIR() const { return {x.__x, y.__x}; }
    /** @} */
};

/** @cond */
namespace simt {
// The number, exactly; and the nearest number in the direction asked for.
SIMT_BOTH_INLINE double value_of(SIMT_NUMBER h) { return SIMT_VALUE(h.__x); }
SIMT_BOTH_INLINE SIMT_NUMBER SIMT_NAMED(to_, SIMT_NAME,
                                        , )(double value, enum simt_rounding rounding = SIMT_ROUND_NEAREST) {
    return SIMT_RAW{SIMT_BITS(value, rounding)};
}
} // namespace simt
#define SIMT_OF SIMT_NAMED(simt::to_, SIMT_NAME, , )

// From and to other types: to nearest even (rn), towards zero (rz), up (ru), down (rd), as in the CUDA Math
// API, "Half Precision Conversion and Data Movement". What the result cannot hold becomes its nearest value,
// and not-a-number 0. A number too large for a double's 53 bits is exact to more places than these.
#define SIMT_TO_HALF(name, type, direction, rounding)                                                        \
    SIMT_BOTH_INLINE SIMT_NUMBER SIMT_NAMED(name, SIMT_NAME, direction, )(type x) {                          \
        return SIMT_OF(static_cast<double>(x), rounding);                                                    \
    }
#define SIMT_FROM_HALF(name, type, convert, direction, round)                                                \
    SIMT_BOTH_INLINE type SIMT_NAMED(__, SIMT_NAME, name, direction)(SIMT_NUMBER h) {                        \
        return static_cast<type>(convert(round(simt::value_of(h))));                                         \
    }
#define SIMT_HALF_OF(name, type)                                                                             \
    SIMT_TO_HALF(name, type, _rn, SIMT_ROUND_NEAREST)                                                        \
    SIMT_TO_HALF(name, type, _rz, SIMT_ROUND_ZERO)                                                           \
    SIMT_TO_HALF(name, type, _ru, SIMT_ROUND_UP)                                                             \
    SIMT_TO_HALF(name, type, _rd, SIMT_ROUND_DOWN)
#define SIMT_HALF_AND(to, from, type, convert)                                                               \
    SIMT_HALF_OF(to, type)                                                                                   \
    SIMT_FROM_HALF(from, type, convert, _rn, rint)                                                           \
    SIMT_FROM_HALF(from, type, convert, _rz, trunc)                                                          \
    SIMT_FROM_HALF(from, type, convert, _ru, ceil)                                                           \
    SIMT_FROM_HALF(from, type, convert, _rd, floor)
SIMT_HALF_OF(__float2, float)
SIMT_HALF_AND(__short2, 2short, short, simt_to_short)
SIMT_HALF_AND(__ushort2, 2ushort, unsigned short, simt_to_ushort)
SIMT_HALF_AND(__int2, 2int, int, simt_to_int)
SIMT_HALF_AND(__uint2, 2uint, unsigned int, simt_to_uint)
SIMT_HALF_AND(__ll2, 2ll, long long, simt_to_longlong)
SIMT_HALF_AND(__ull2, 2ull, unsigned long long, simt_to_ulonglong)
#undef SIMT_HALF_AND
#undef SIMT_HALF_OF
#undef SIMT_FROM_HALF
#undef SIMT_TO_HALF
#define SIMT_HALF(type, a, b, c, d) SIMT_BOTH_INLINE type SIMT_NAMED(a, b, c, d)
SIMT_HALF(SIMT_NUMBER, __float2, SIMT_NAME, , )(float x) { return SIMT_OF(static_cast<double>(x)); }
SIMT_HALF(SIMT_NUMBER, __double2, SIMT_NAME, , )(double x) { return SIMT_OF(x); }
SIMT_HALF(float, __, SIMT_NAME, 2float, )(SIMT_NUMBER h) { return h; }
SIMT_HALF(unsigned short, __, SIMT_NAME, _as_ushort, )(SIMT_NUMBER h) { return h.__x; }
SIMT_HALF(short, __, SIMT_NAME, _as_short, )(SIMT_NUMBER h) { return static_cast<short>(h.__x); }
SIMT_HALF(SIMT_NUMBER, __ushort_as_, SIMT_NAME, , )(unsigned short bits) { return SIMT_RAW{bits}; }
SIMT_HALF(SIMT_NUMBER, __short_as_, SIMT_NAME, , )(short bits) {
    return SIMT_RAW{static_cast<unsigned short>(bits)};
}

// Pairs: parts taken, put together and exchanged.
SIMT_HALF(SIMT_PAIR, make_, SIMT_NAME, 2, )(SIMT_NUMBER x, SIMT_NUMBER y) { return {x, y}; }
SIMT_HALF(SIMT_PAIR, __halves2, SIMT_NAME, 2, )(SIMT_NUMBER low, SIMT_NUMBER high) { return {low, high}; }
SIMT_HALF(SIMT_PAIR, SIMT_NAMED(__, SIMT_NAME, 2, ), SIMT_NAME, 2, )(SIMT_NUMBER h) { return {h, h}; }
SIMT_HALF(SIMT_NUMBER, __low2, SIMT_NAME, , )(SIMT_PAIR v) { return v.x; }
SIMT_HALF(SIMT_NUMBER, __high2, SIMT_NAME, , )(SIMT_PAIR v) { return v.y; }
SIMT_HALF(SIMT_PAIR, __low2, SIMT_NAME, 2, )(SIMT_PAIR v) { return {v.x, v.x}; }
SIMT_HALF(SIMT_PAIR, __high2, SIMT_NAME, 2, )(SIMT_PAIR v) { return {v.y, v.y}; }
SIMT_BOTH_INLINE SIMT_PAIR __lowhigh2highlow(SIMT_PAIR v) { return {v.y, v.x}; }
SIMT_HALF(SIMT_PAIR, __lows2, SIMT_NAME, 2, )(SIMT_PAIR a, SIMT_PAIR b) { return {a.x, b.x}; }
SIMT_HALF(SIMT_PAIR, __highs2, SIMT_NAME, 2, )(SIMT_PAIR a, SIMT_PAIR b) { return {a.y, b.y}; }
SIMT_BOTH_INLINE float __low2float(SIMT_PAIR v) { return v.x; }
SIMT_BOTH_INLINE float __high2float(SIMT_PAIR v) { return v.y; }
SIMT_HALF(float2, __, SIMT_NAME, 22float2, )(SIMT_PAIR v) { return {v.x, v.y}; }
SIMT_HALF(SIMT_PAIR, __float2, SIMT_NAME, 2_rn, )(float x) { return {SIMT_NUMBER(x), SIMT_NUMBER(x)}; }
SIMT_HALF(SIMT_PAIR, __floats2, SIMT_NAME, 2_rn, )(float x, float y) {
    return {SIMT_NUMBER(x), SIMT_NUMBER(y)};
}
SIMT_HALF(SIMT_PAIR, __float22, SIMT_NAME, 2_rn, )(float2 v) { return {SIMT_NUMBER(v.x), SIMT_NUMBER(v.y)}; }
#undef SIMT_HALF
#define SIMT_OF_BITS SIMT_NAMED(__ushort_as_, SIMT_NAME, , )
/** @endcond */

#include "simt/half_math.h"
