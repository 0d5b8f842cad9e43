/**
 * @file video_math.h
 * @brief The SIMD video instructions: arithmetic on two halves or four bytes of a word, as in the CUDA Math
 * API, "SIMD Intrinsics". The suffix says how many parts, `s` that they are signed, `u` that they are not,
 * `ss` and `us` that the result is the nearest value of that kind.
 */
#pragma once

#include "qualifiers.h"

/** @cond */
// What `result` makes of the parts a and b of two words, as signed or unsigned numbers; bits that do not fit
// are lost.
#define SIMT_PARTS(name, bits, sign, result)                                                                 \
    SIMT_INLINE unsigned int name(unsigned int x, unsigned int y) {                                          \
        unsigned int all = 0;                                                                                \
        for (int at = 0; at < 32; at += bits) {                                                              \
            const int a = static_cast<sign int>(x << (32 - bits - at)) >> (32 - bits),                       \
                      b = static_cast<sign int>(y << (32 - bits - at)) >> (32 - bits);                       \
            all |= ((result)&0xffffffffu >> (32 - bits)) << at;                                              \
        }                                                                                                    \
        return all;                                                                                          \
    }
#define SIMT_BETWEEN(least, value, most) ((value) < (least) ? (least) : (value) > (most) ? (most) : (value))
#define SIMT_MOST(bits) ((1 << (bits)) - 1)
#define SIMT_COMPARISON(name, count, bits, sign, operation)                                                  \
    SIMT_PARTS(__vcmp##name##count, bits, sign, static_cast<unsigned int>(a operation b ? -1 : 0))           \
    SIMT_PARTS(__vset##name##count, bits, sign, static_cast<unsigned int>(a operation b))
#define SIMT_ORDER(count, bits, letter, sign)                                                                \
    SIMT_COMPARISON(ge##letter, count, bits, sign, >=)                                                       \
    SIMT_COMPARISON(gt##letter, count, bits, sign, >)                                                        \
    SIMT_COMPARISON(le##letter, count, bits, sign, <=)                                                       \
    SIMT_COMPARISON(lt##letter, count, bits, sign, <)                                                        \
    SIMT_PARTS(__vmax##letter##count, bits, sign, static_cast<unsigned int>(a > b ? a : b))                  \
    SIMT_PARTS(__vmin##letter##count, bits, sign, static_cast<unsigned int>(a < b ? a : b))                  \
    SIMT_PARTS(__vabsdiff##letter##count, bits, sign, static_cast<unsigned int>(a > b ? a - b : b - a))      \
    SIMT_PARTS(__vavg##letter##count, bits, sign, static_cast<unsigned int>((a + b + (a + b >= 0)) >> 1))    \
    SIMT_INLINE unsigned int __vsad##letter##count(unsigned int x, unsigned int y) {                         \
        const unsigned int parts = __vabsdiff##letter##count(x, y);                                          \
        unsigned int sum = 0;                                                                                \
        for (int at = 0; at < 32; at += bits)                                                                \
            sum += parts >> at & SIMT_MOST(bits);                                                            \
        return sum;                                                                                          \
    }
#define SIMT_ALONE(name, bits, operation)                                                                    \
    SIMT_INLINE unsigned int name(unsigned int x) { return operation(0, x); }
#define SIMT_VIDEO(count, bits)                                                                              \
    SIMT_ORDER(count, bits, s, signed)                                                                       \
    SIMT_ORDER(count, bits, u, unsigned)                                                                     \
    SIMT_COMPARISON(eq, count, bits, unsigned, ==)                                                           \
    SIMT_COMPARISON(ne, count, bits, unsigned, !=)                                                           \
    SIMT_PARTS(__vadd##count, bits, unsigned, static_cast<unsigned int>(a + b))                              \
    SIMT_PARTS(__vsub##count, bits, unsigned, static_cast<unsigned int>(a - b))                              \
    SIMT_PARTS(__vhaddu##count, bits, unsigned, static_cast<unsigned int>((a + b) >> 1))                     \
    SIMT_PARTS(__vaddus##count, bits, unsigned,                                                              \
               static_cast<unsigned int>(SIMT_BETWEEN(0, a + b, SIMT_MOST(bits))))                           \
    SIMT_PARTS(__vsubus##count, bits, unsigned,                                                              \
               static_cast<unsigned int>(SIMT_BETWEEN(0, a - b, SIMT_MOST(bits))))                           \
    SIMT_PARTS(                                                                                              \
        __vaddss##count, bits, signed,                                                                       \
        static_cast<unsigned int>(SIMT_BETWEEN(-SIMT_MOST(bits - 1) - 1, a + b, SIMT_MOST(bits - 1))))       \
    SIMT_PARTS(                                                                                              \
        __vsubss##count, bits, signed,                                                                       \
        static_cast<unsigned int>(SIMT_BETWEEN(-SIMT_MOST(bits - 1) - 1, a - b, SIMT_MOST(bits - 1))))       \
    SIMT_PARTS(simt_abs##count, bits, signed, static_cast<unsigned int>(b < 0 ? a - b : b))                  \
    SIMT_PARTS(simt_absss##count, bits, signed,                                                              \
               static_cast<unsigned int>(b < 0 ? SIMT_BETWEEN(0, a - b, SIMT_MOST(bits - 1)) : b))           \
    SIMT_ALONE(__vneg##count, bits, __vsub##count)                                                           \
    SIMT_ALONE(__vnegss##count, bits, __vsubss##count)                                                       \
    SIMT_ALONE(__vabs##count, bits, simt_abs##count)                                                         \
    SIMT_ALONE(__vabsss##count, bits, simt_absss##count)
SIMT_VIDEO(2, 16)
SIMT_VIDEO(4, 8)
#undef SIMT_VIDEO
#undef SIMT_ALONE
#undef SIMT_ORDER
#undef SIMT_COMPARISON
#undef SIMT_MOST
#undef SIMT_BETWEEN
#undef SIMT_PARTS
/** @endcond */
