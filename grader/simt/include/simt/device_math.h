/**
 * @file device_math.h
 * @brief Device functions on numbers: integer and floating-point intrinsics, min, max, and what CUDA has in
 * addition to the C library. Functions of the C library (sinf, fma, …) are used directly.
 *
 * Approximate intrinsics (`__sinf`, …) give the exact function's result.
 */
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abi.h"
#include "qualifiers.h"
#include "rounded_math.h"
#include "vector_types.h"

extern "C" {
/** @name Saturating conversions
 * @{ */
/** To the nearest value that the type has, when @p value has no fraction; not-a-number becomes 0. */
short simt_to_short(double value) noexcept __attribute__((const));
unsigned short simt_to_ushort(double value) noexcept __attribute__((const));
int simt_to_int(double value) noexcept __attribute__((const));
unsigned int simt_to_uint(double value) noexcept __attribute__((const));
long long simt_to_longlong(double value) noexcept __attribute__((const));
unsigned long long simt_to_ulonglong(double value) noexcept __attribute__((const));
/** @} */
}

/** @name Bits
 * @{ */
/** As in the CUDA Math API, "Integer Intrinsics": counts, positions and order of bits. In __popcll() sums of
 * neighbouring bits, then pairs, then nibbles: no call of a helper of the compiler. */
SIMT_INLINE int __popcll(unsigned long long x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
SIMT_INLINE int __popc(unsigned int x) { return __popcll(x); }
SIMT_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
SIMT_INLINE int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INLINE unsigned int __brev(unsigned int x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
SIMT_INLINE unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
           __brev(static_cast<unsigned int>(x >> 32));
}
SIMT_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    return static_cast<unsigned int>(
        (bytes >> (selector & 7) * 8 & 0xff) | (bytes >> (selector >> 4 & 7) * 8 & 0xff) << 8 |
        (bytes >> (selector >> 8 & 7) * 8 & 0xff) << 16 | (bytes >> (selector >> 12 & 7) * 8 & 0xff) << 24);
}
SIMT_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >>
                                     32);
}
SIMT_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
SIMT_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
SIMT_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}
/** @} */

/** @name Integer arithmetic
 * @{ */
/** As in the CUDA Math API, "Integer Intrinsics": products of 24 bits, upper halves of products, rounded
 * means, sums of absolute differences. */
SIMT_INLINE int __mul24(int x, int y) {
    return static_cast<int>(static_cast<unsigned int>(x << 8 >> 8) * static_cast<unsigned int>(y << 8 >> 8));
}
SIMT_INLINE unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffffu) * (y & 0xffffffu);
}
SIMT_INLINE int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
SIMT_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
SIMT_INLINE long long __mul64hi(long long x, long long y) {
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
SIMT_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
SIMT_INLINE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
SIMT_INLINE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
SIMT_INLINE unsigned int __uhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMT_INLINE unsigned int __urhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
SIMT_INLINE unsigned int __sad(int x, int y, unsigned int z) {
    long long difference = static_cast<long long>(x) - y;
    return static_cast<unsigned int>(difference < 0 ? -difference : difference) + z;
}
SIMT_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return (x > y ? x - y : y - x) + z;
}
/** @} */

/** @name The same bits as another type
 * @{ */
/** As in the CUDA Math API, "Type Casting Intrinsics". No bit changes. */
SIMT_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_INLINE unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
SIMT_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_INLINE float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
SIMT_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SIMT_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SIMT_INLINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
SIMT_INLINE double __hiloint2double(int high, int low) {
    return __longlong_as_double(
        static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 |
                               static_cast<unsigned int>(low)));
}
/** @} */

/** @name Conversions: to nearest even (rn), towards zero (rz), up (ru), down (rd)
 * @{ */
/** As in the CUDA Math API, "Type Casting Intrinsics". A value out of range becomes the nearest one, and
 * not-a-number 0. */
#define SIMT_CONVERSIONS(from, type, to, result, convert)                                                    \
    SIMT_INLINE result __##from##2##to##_rn(type x) { return convert(rint(static_cast<double>(x))); }        \
    SIMT_INLINE result __##from##2##to##_rz(type x) { return convert(trunc(static_cast<double>(x))); }       \
    SIMT_INLINE result __##from##2##to##_ru(type x) { return convert(ceil(static_cast<double>(x))); }        \
    SIMT_INLINE result __##from##2##to##_rd(type x) { return convert(floor(static_cast<double>(x))); }
SIMT_CONVERSIONS(float, float, int, int, simt_to_int)
SIMT_CONVERSIONS(float, float, uint, unsigned int, simt_to_uint)
SIMT_CONVERSIONS(float, float, ll, long long, simt_to_longlong)
SIMT_CONVERSIONS(float, float, ull, unsigned long long, simt_to_ulonglong)
SIMT_CONVERSIONS(double, double, int, int, simt_to_int)
SIMT_CONVERSIONS(double, double, uint, unsigned int, simt_to_uint)
SIMT_CONVERSIONS(double, double, ll, long long, simt_to_longlong)
SIMT_CONVERSIONS(double, double, ull, unsigned long long, simt_to_ulonglong)
#undef SIMT_CONVERSIONS
SIMT_INLINE float __int2float_rn(int x) { return static_cast<float>(x); }
SIMT_INLINE float __uint2float_rn(unsigned int x) { return static_cast<float>(x); }
SIMT_INLINE float __ll2float_rn(long long x) { return static_cast<float>(x); }
SIMT_INLINE float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
SIMT_INLINE float __double2float_rn(double x) { return static_cast<float>(x); }
SIMT_INLINE double __int2double_rn(int x) { return x; }
SIMT_INLINE double __uint2double_rn(unsigned int x) { return x; }
SIMT_INLINE double __ll2double_rn(long long x) { return static_cast<double>(x); }
SIMT_INLINE double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
/** @} */

/** @name Floating point
 * @{ */
/** As in the CUDA Math API, "Single Precision Intrinsics", "Double Precision Intrinsics" and the functions.
 * Rounded to nearest even; approximate ones give the exact function's result. */
SIMT_INLINE float __fadd_rn(float x, float y) { return x + y; }
SIMT_INLINE float __fsub_rn(float x, float y) { return x - y; }
SIMT_INLINE float __fmul_rn(float x, float y) { return x * y; }
SIMT_INLINE float __fdiv_rn(float x, float y) { return x / y; }
SIMT_INLINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
SIMT_INLINE float __frcp_rn(float x) { return 1.0f / x; }
SIMT_INLINE float __fsqrt_rn(float x) { return sqrtf(x); }
SIMT_INLINE float __frsqrt_rn(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
SIMT_INLINE double __dadd_rn(double x, double y) { return x + y; }
SIMT_INLINE double __dsub_rn(double x, double y) { return x - y; }
SIMT_INLINE double __dmul_rn(double x, double y) { return x * y; }
SIMT_INLINE double __ddiv_rn(double x, double y) { return x / y; }
SIMT_INLINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
SIMT_INLINE double __drcp_rn(double x) { return 1.0 / x; }
SIMT_INLINE double __dsqrt_rn(double x) { return sqrt(x); }
SIMT_INLINE float __fdividef(float x, float y) { return x / y; }
SIMT_INLINE float fdividef(float x, float y) { return x / y; }
SIMT_INLINE float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __sinf(float x) noexcept { return sinf(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __cosf(float x) noexcept { return cosf(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __tanf(float x) noexcept { return tanf(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) void __sincosf(float x, float *sine, float *cosine) noexcept {
    *sine = sinf(x), *cosine = cosf(x);
}
SIMT_INLINE_C(SIMT_ON_DEVICE) float __expf(float x) noexcept { return expf(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __exp10f(float x) noexcept { return powf(10.0f, x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __logf(float x) noexcept { return logf(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __log2f(float x) noexcept { return log2f(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __log10f(float x) noexcept { return log10f(x); }
SIMT_INLINE_C(SIMT_ON_DEVICE) float __powf(float x, float y) noexcept { return powf(x, y); }
/* The C library declares functions of these names, too, since glibc 2.41 and 2.42. */
#if __GLIBC_PREREQ(2, 41)
#define sinpi simt_sinpi
#define sinpif simt_sinpif
#define cospi simt_cospi
#define cospif simt_cospif
#define rsqrt simt_rsqrt
#define rsqrtf simt_rsqrtf
#endif
SIMT_BOTH_INLINE float rsqrtf(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
SIMT_BOTH_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
SIMT_BOTH_INLINE float rsqrt(float x) { return rsqrtf(x); }
SIMT_BOTH_INLINE float rcbrtf(float x) { return 1.0f / cbrtf(x); }
SIMT_BOTH_INLINE double rcbrt(double x) { return 1.0 / cbrt(x); }
namespace simt {
/** M_PI, which the program's own math.h may lack. */
constexpr double pi = 3.14159265358979323846;
/** M_SQRT1_2, likewise. */
constexpr double sqrt_half = 0.70710678118654752440;
} // namespace simt
SIMT_BOTH_INLINE float sinpif(float x) { return static_cast<float>(sin(simt::pi * fmod(x, 2.0))); }
SIMT_BOTH_INLINE double sinpi(double x) { return sin(simt::pi * fmod(x, 2.0)); }
SIMT_BOTH_INLINE float cospif(float x) { return static_cast<float>(cos(simt::pi * fmod(x, 2.0))); }
SIMT_BOTH_INLINE double cospi(double x) { return cos(simt::pi * fmod(x, 2.0)); }
SIMT_BOTH_INLINE float norm3df(float x, float y, float z) { return hypotf(hypotf(x, y), z); }
SIMT_BOTH_INLINE double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
SIMT_BOTH_INLINE float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
SIMT_BOTH_INLINE double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
SIMT_BOTH_INLINE float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
SIMT_BOTH_INLINE double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
SIMT_BOTH_INLINE float normcdff(float x) { return static_cast<float>(0.5 * erfc(-simt::sqrt_half * x)); }
SIMT_BOTH_INLINE double normcdf(double x) { return 0.5 * erfc(-simt::sqrt_half * x); }
/** @} */

/** @name Minimum and maximum, of one type or of the mixtures that CUDA has
 * @{ */
/** As in the CUDA Math API. Of two numbers of which one is not-a-number, the other. */
#define SIMT_MIN_MAX(a, b, result)                                                                           \
    SIMT_BOTH_INLINE constexpr result min(a x, b y) {                                                        \
        return static_cast<result>(x) < static_cast<result>(y) ? static_cast<result>(x)                      \
                                                               : static_cast<result>(y);                     \
    }                                                                                                        \
    SIMT_BOTH_INLINE constexpr result max(a x, b y) {                                                        \
        return static_cast<result>(x) > static_cast<result>(y) ? static_cast<result>(x)                      \
                                                               : static_cast<result>(y);                     \
    }
#define SIMT_MIN_MAX_OF_SIZE(type)                                                                           \
    SIMT_MIN_MAX(type, type, type)                                                                           \
    SIMT_MIN_MAX(unsigned type, unsigned type, unsigned type)                                                \
    SIMT_MIN_MAX(type, unsigned type, unsigned type)                                                         \
    SIMT_MIN_MAX(unsigned type, type, unsigned type)
SIMT_MIN_MAX_OF_SIZE(int)
SIMT_MIN_MAX_OF_SIZE(long)
SIMT_MIN_MAX_OF_SIZE(long long)
#undef SIMT_MIN_MAX_OF_SIZE
#undef SIMT_MIN_MAX
#define SIMT_MIN_MAX(a, b, result, smaller, larger)                                                          \
    SIMT_BOTH_INLINE result min(a x, b y) { return smaller(x, y); }                                          \
    SIMT_BOTH_INLINE result max(a x, b y) { return larger(x, y); }
SIMT_MIN_MAX(float, float, float, fminf, fmaxf)
SIMT_MIN_MAX(double, double, double, fmin, fmax)
SIMT_MIN_MAX(float, double, double, fmin, fmax)
SIMT_MIN_MAX(double, float, double, fmin, fmax)
#undef SIMT_MIN_MAX
SIMT_BOTH_INLINE constexpr unsigned int umin(unsigned int x, unsigned int y) { return x < y ? x : y; }
SIMT_BOTH_INLINE constexpr unsigned int umax(unsigned int x, unsigned int y) { return x > y ? x : y; }
SIMT_BOTH_INLINE constexpr long long llmin(long long x, long long y) { return x < y ? x : y; }
SIMT_BOTH_INLINE constexpr long long llmax(long long x, long long y) { return x > y ? x : y; }
/** @} */

/** @name Loads and stores with a cache hint, which changes speed only
 * @{ */
/** As in the CUDA C++ Programming Guide, "Read-Only Data Cache Load Function" and "Load Functions Using Cache
 * Hints": plain accesses here, counted as such. */
#define SIMT_HINTED(type)                                                                                    \
    SIMT_INLINE type __ldg(const type *p) { return *p; }                                                     \
    SIMT_INLINE type __ldca(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldcg(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldcs(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldcv(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldlu(const type *p) { return *p; }                                                    \
    SIMT_INLINE void __stcg(type *p, type value) { *p = value; }                                             \
    SIMT_INLINE void __stcs(type *p, type value) { *p = value; }                                             \
    SIMT_INLINE void __stwb(type *p, type value) { *p = value; }                                             \
    SIMT_INLINE void __stwt(type *p, type value) { *p = value; }
SIMT_HINTED(char)
SIMT_HINTED(signed char)
SIMT_HINTED(unsigned char)
SIMT_HINTED(short)
SIMT_HINTED(unsigned short)
SIMT_HINTED(int)
SIMT_HINTED(unsigned int)
SIMT_HINTED(long)
SIMT_HINTED(unsigned long)
SIMT_HINTED(long long)
SIMT_HINTED(unsigned long long)
SIMT_HINTED(float)
SIMT_HINTED(double)
SIMT_HINTED(char2)
SIMT_HINTED(char4)
SIMT_HINTED(uchar2)
SIMT_HINTED(uchar4)
SIMT_HINTED(short2)
SIMT_HINTED(short4)
SIMT_HINTED(ushort2)
SIMT_HINTED(ushort4)
SIMT_HINTED(int2)
SIMT_HINTED(int4)
SIMT_HINTED(uint2)
SIMT_HINTED(uint4)
SIMT_HINTED(longlong2)
SIMT_HINTED(ulonglong2)
SIMT_HINTED(float2)
SIMT_HINTED(float4)
SIMT_HINTED(double2)
#undef SIMT_HINTED
/** @} */

/** @name Dot products of four bytes, added to c: as in the CUDA Math API, "Integer Intrinsics"
 * @{ */
/** Of signed bytes. */
SIMT_INLINE int __dp4a(char4 a, char4 b, int c) {
    return static_cast<signed char>(a.x) * static_cast<signed char>(b.x) +
           static_cast<signed char>(a.y) * static_cast<signed char>(b.y) +
           static_cast<signed char>(a.z) * static_cast<signed char>(b.z) +
           static_cast<signed char>(a.w) * static_cast<signed char>(b.w) + c;
}
/** Of unsigned bytes. */
SIMT_INLINE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
    return static_cast<unsigned int>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c;
}
/** Of the signed bytes of two words. */
SIMT_INLINE int __dp4a(int a, int b, int c) {
    for (int shift = 0; shift < 32; shift += 8)
        c += static_cast<signed char>(a >> shift) * static_cast<signed char>(b >> shift);
    return c;
}
/** Of the unsigned bytes of two words. */
SIMT_INLINE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    for (int shift = 0; shift < 32; shift += 8)
        c += (a >> shift & 0xff) * (b >> shift & 0xff);
    return c;
}
/** @} */
