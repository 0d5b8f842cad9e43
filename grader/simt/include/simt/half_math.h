/**
 * @file half_math.h
 * @brief Functions of __half and __half2, and of __nv_bfloat16 and __nv_bfloat162. Only half_types.h includes
 *        it, once for each of the two, with its macros.
 *
 * SIMT_NUMBER and SIMT_PAIR are the types, SIMT_OF makes one of a double, SIMT_OF_BITS one of its bits.
 * SIMT_INFINITE are the bits of infinity, and SIMT_ATOMIC and SIMT_ATOMIC_PAIR the types for the engine's
 * atomics.
 */

/** @name Arithmetic: each for one number, and for both numbers of a pair
 * @{ */
/** As in the CUDA Math API, "Half Arithmetic Functions", "Half2 Arithmetic Functions" and "Half Math
 * Functions": each result is rounded once. _sat limits the result to [0, 1], _relu makes negative results 0.
 */
#define SIMT_HALF_BINARY(name, name2, expression)                                                            \
    SIMT_BOTH_INLINE SIMT_NUMBER name(SIMT_NUMBER a, SIMT_NUMBER b) {                                        \
        double x = simt::value_of(a), y = simt::value_of(b);                                                 \
        return SIMT_OF(expression);                                                                          \
    }                                                                                                        \
    SIMT_BOTH_INLINE SIMT_PAIR name2(SIMT_PAIR a, SIMT_PAIR b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define SIMT_HALF_UNARY(name, name2, expression)                                                             \
    SIMT_BOTH_INLINE SIMT_NUMBER name(SIMT_NUMBER h) {                                                       \
        double x = simt::value_of(h);                                                                        \
        return SIMT_OF(expression);                                                                          \
    }                                                                                                        \
    SIMT_BOTH_INLINE SIMT_PAIR name2(SIMT_PAIR v) { return {name(v.x), name(v.y)}; }

SIMT_HALF_BINARY(__hadd, __hadd2, x + y)
SIMT_HALF_BINARY(__hsub, __hsub2, x - y)
SIMT_HALF_BINARY(__hmul, __hmul2, x *y)
SIMT_HALF_BINARY(__hdiv, __h2div, x / y)
SIMT_HALF_BINARY(__hadd_rn, __hadd2_rn, x + y)
SIMT_HALF_BINARY(__hsub_rn, __hsub2_rn, x - y)
SIMT_HALF_BINARY(__hmul_rn, __hmul2_rn, x *y)
SIMT_HALF_BINARY(__hadd_sat, __hadd2_sat, simt::saturate(x + y))
SIMT_HALF_BINARY(__hsub_sat, __hsub2_sat, simt::saturate(x - y))
SIMT_HALF_BINARY(__hmul_sat, __hmul2_sat, simt::saturate(x *y))
SIMT_HALF_BINARY(__hmin, __hmin2, fmin(x, y))
SIMT_HALF_BINARY(__hmax, __hmax2, fmax(x, y))
SIMT_HALF_BINARY(__hmin_nan, __hmin2_nan, isnan(x) || isnan(y) ? x + y : fmin(x, y))
SIMT_HALF_BINARY(__hmax_nan, __hmax2_nan, isnan(x) || isnan(y) ? x + y : fmax(x, y))
SIMT_HALF_UNARY(hsqrt, h2sqrt, sqrt(x))
SIMT_HALF_UNARY(hrsqrt, h2rsqrt, 1 / sqrt(x))
SIMT_HALF_UNARY(hrcp, h2rcp, 1 / x)
SIMT_HALF_UNARY(hexp, h2exp, exp(x))
SIMT_HALF_UNARY(hexp2, h2exp2, exp2(x))
SIMT_HALF_UNARY(hexp10, h2exp10, pow(10, x))
SIMT_HALF_UNARY(hlog, h2log, log(x))
SIMT_HALF_UNARY(hlog2, h2log2, log2(x))
SIMT_HALF_UNARY(hlog10, h2log10, log10(x))
SIMT_HALF_UNARY(hsin, h2sin, sin(x))
SIMT_HALF_UNARY(hcos, h2cos, cos(x))
SIMT_HALF_UNARY(htanh, h2tanh, tanh(x))
SIMT_HALF_UNARY(hceil, h2ceil, ceil(x))
SIMT_HALF_UNARY(hfloor, h2floor, floor(x))
SIMT_HALF_UNARY(htrunc, h2trunc, trunc(x))
SIMT_HALF_UNARY(hrint, h2rint, rint(x))
#undef SIMT_HALF_UNARY
#undef SIMT_HALF_BINARY

/** Changes the sign bit, also of zero and not-a-number. */
SIMT_BOTH_INLINE SIMT_NUMBER __hneg(SIMT_NUMBER h) {
    return SIMT_OF_BITS(static_cast<unsigned short>(h.__x ^ 0x8000));
}
SIMT_BOTH_INLINE SIMT_NUMBER __habs(SIMT_NUMBER h) {
    return SIMT_OF_BITS(static_cast<unsigned short>(h.__x & 0x7fff));
}
SIMT_BOTH_INLINE SIMT_PAIR __hneg2(SIMT_PAIR v) { return {__hneg(v.x), __hneg(v.y)}; }
SIMT_BOTH_INLINE SIMT_PAIR __habs2(SIMT_PAIR v) { return {__habs(v.x), __habs(v.y)}; }
SIMT_BOTH_INLINE SIMT_NUMBER __hfma(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
    return SIMT_OF(fma(simt::value_of(a), simt::value_of(b), simt::value_of(c)));
}
SIMT_BOTH_INLINE SIMT_NUMBER __hfma_sat(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
    return SIMT_OF(simt::saturate(fma(simt::value_of(a), simt::value_of(b), simt::value_of(c))));
}
SIMT_BOTH_INLINE SIMT_NUMBER __hfma_relu(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
    SIMT_NUMBER sum = __hfma(a, b, c);
    return simt::value_of(sum) < 0 ? SIMT_OF_BITS(0) : sum;
}
SIMT_BOTH_INLINE SIMT_PAIR __hfma2(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
SIMT_BOTH_INLINE SIMT_PAIR __hfma2_sat(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
SIMT_BOTH_INLINE SIMT_PAIR __hfma2_relu(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
    return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
/** @} */

/** @name Comparisons; with not-a-number they are true with a `u` at the end, else false
 * @{ */
/** As in the CUDA Math API, "Half Comparison Functions" and "Half2 Comparison Functions": for pairs
 * the result is a half2 of ones and zeros, or with a `b` in the name one bool for both. */
#define SIMT_HALF_COMPARE(name, op)                                                                          \
    SIMT_BOTH_INLINE bool __h##name(SIMT_NUMBER a, SIMT_NUMBER b) {                                          \
        return simt::value_of(a) op simt::value_of(b);                                                       \
    }                                                                                                        \
    SIMT_BOTH_INLINE bool __h##name##u(SIMT_NUMBER a, SIMT_NUMBER b) {                                       \
        return __h##name(a, b) || isnan(simt::value_of(a)) || isnan(simt::value_of(b));                      \
    }                                                                                                        \
    SIMT_BOTH_INLINE SIMT_PAIR __h##name##2(SIMT_PAIR a, SIMT_PAIR b) {                                      \
        return {SIMT_NUMBER(__h##name(a.x, b.x) ? 1 : 0), SIMT_NUMBER(__h##name(a.y, b.y) ? 1 : 0)};         \
    }                                                                                                        \
    SIMT_BOTH_INLINE bool __hb##name##2(SIMT_PAIR a, SIMT_PAIR b) {                                          \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                                   \
    }
SIMT_HALF_COMPARE(eq, ==)
SIMT_HALF_COMPARE(lt, <)
SIMT_HALF_COMPARE(le, <=)
SIMT_HALF_COMPARE(gt, >)
SIMT_HALF_COMPARE(ge, >=)
#undef SIMT_HALF_COMPARE
SIMT_BOTH_INLINE bool __hisnan(SIMT_NUMBER h) { return (h.__x & 0x7fff) > SIMT_INFINITE; }
SIMT_BOTH_INLINE int __hisinf(SIMT_NUMBER h) {
    return (h.__x & 0x7fff) != SIMT_INFINITE ? 0 : h.__x >> 15 ? -1 : 1;
}
SIMT_BOTH_INLINE bool __hneu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__heq(a, b); }
SIMT_BOTH_INLINE bool __hne(SIMT_NUMBER a, SIMT_NUMBER b) {
    return !__heq(a, b) && !__hisnan(a) && !__hisnan(b);
}
SIMT_BOTH_INLINE SIMT_PAIR __hne2(SIMT_PAIR a, SIMT_PAIR b) {
    return {SIMT_NUMBER(__hne(a.x, b.x) ? 1 : 0), SIMT_NUMBER(__hne(a.y, b.y) ? 1 : 0)};
}
SIMT_BOTH_INLINE bool __hbne2(SIMT_PAIR a, SIMT_PAIR b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
SIMT_BOTH_INLINE SIMT_PAIR __hisnan2(SIMT_PAIR v) {
    return {SIMT_NUMBER(__hisnan(v.x) ? 1 : 0), SIMT_NUMBER(__hisnan(v.y) ? 1 : 0)};
}
/** @} */

/** @name Operators
 * @{ */
/** As in the CUDA Math API; they call the functions above. */
#define SIMT_HALF_OPERATOR(op, name, name2)                                                                  \
    SIMT_BOTH_INLINE SIMT_NUMBER operator op(const SIMT_NUMBER &a, const SIMT_NUMBER &b) {                   \
        return name(a, b);                                                                                   \
    }                                                                                                        \
    SIMT_BOTH_INLINE SIMT_NUMBER &operator op##=(SIMT_NUMBER &a, const SIMT_NUMBER &b) {                     \
        return a = name(a, b);                                                                               \
    }                                                                                                        \
    SIMT_BOTH_INLINE SIMT_PAIR operator op(const SIMT_PAIR &a, const SIMT_PAIR &b) { return name2(a, b); }   \
    SIMT_BOTH_INLINE SIMT_PAIR &operator op##=(SIMT_PAIR &a, const SIMT_PAIR &b) { return a = name2(a, b); }
SIMT_HALF_OPERATOR(+, __hadd, __hadd2)
SIMT_HALF_OPERATOR(-, __hsub, __hsub2)
SIMT_HALF_OPERATOR(*, __hmul, __hmul2)
SIMT_HALF_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_HALF_OPERATOR
#define SIMT_HALF_RELATION(op, name, name2)                                                                  \
    SIMT_BOTH_INLINE bool operator op(const SIMT_NUMBER &a, const SIMT_NUMBER &b) { return name(a, b); }     \
    SIMT_BOTH_INLINE bool operator op(const SIMT_PAIR &a, const SIMT_PAIR &b) { return name2(a, b); }
SIMT_HALF_RELATION(==, __heq, __hbeq2)
SIMT_HALF_RELATION(<, __hlt, __hblt2)
SIMT_HALF_RELATION(<=, __hle, __hble2)
SIMT_HALF_RELATION(>, __hgt, __hbgt2)
SIMT_HALF_RELATION(>=, __hge, __hbge2)
#undef SIMT_HALF_RELATION
SIMT_BOTH_INLINE bool operator!=(const SIMT_NUMBER &a, const SIMT_NUMBER &b) { return __hneu(a, b); }
SIMT_BOTH_INLINE bool operator!=(const SIMT_PAIR &a, const SIMT_PAIR &b) {
    return __hneu(a.x, b.x) && __hneu(a.y, b.y);
}
SIMT_BOTH_INLINE SIMT_NUMBER operator+(const SIMT_NUMBER &h) { return h; }
SIMT_BOTH_INLINE SIMT_NUMBER operator-(const SIMT_NUMBER &h) { return __hneg(h); }
SIMT_BOTH_INLINE SIMT_PAIR operator+(const SIMT_PAIR &v) { return v; }
SIMT_BOTH_INLINE SIMT_PAIR operator-(const SIMT_PAIR &v) { return __hneg2(v); }
SIMT_BOTH_INLINE SIMT_NUMBER &operator++(SIMT_NUMBER &h) { return h = __hadd(h, SIMT_NUMBER(1)); }
SIMT_BOTH_INLINE SIMT_NUMBER &operator--(SIMT_NUMBER &h) { return h = __hsub(h, SIMT_NUMBER(1)); }
/** @} */

/** @name Between threads
 * @{ */
/** Atomic addition, shuffles, and loads and stores with a cache hint, for both types. */
#define SIMT_HALF_SHARED(type, atomic)                                                                       \
    SIMT_INLINE type atomicAdd(type *address, type value) {                                                  \
        return simt::from_bits<type>(                                                                        \
            simt_atomic(address, SIMT_ATOMIC_ADD, atomic, simt::to_bits(value), 0));                         \
    }                                                                                                        \
    SIMT_INLINE type __shfl_sync(unsigned int mask, type v, int lane, int width = 32) {                      \
        return simt::from_bits<type>(simt_shuffle(mask, SIMT_SHUFFLE_INDEX, simt::to_bits(v), lane, width)); \
    }                                                                                                        \
    SIMT_INLINE type __shfl_up_sync(unsigned int mask, type v, unsigned int delta, int width = 32) {         \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_UP, simt::to_bits(v), static_cast<int>(delta), width));          \
    }                                                                                                        \
    SIMT_INLINE type __shfl_down_sync(unsigned int mask, type v, unsigned int delta, int width = 32) {       \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_DOWN, simt::to_bits(v), static_cast<int>(delta), width));        \
    }                                                                                                        \
    SIMT_INLINE type __shfl_xor_sync(unsigned int mask, type v, int lanes, int width = 32) {                 \
        return simt::from_bits<type>(simt_shuffle(mask, SIMT_SHUFFLE_XOR, simt::to_bits(v), lanes, width));  \
    }                                                                                                        \
    SIMT_INLINE type __ldg(const type *p) { return *p; }                                                     \
    SIMT_INLINE type __ldca(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldcg(const type *p) { return *p; }                                                    \
    SIMT_INLINE type __ldcs(const type *p) { return *p; }                                                    \
    SIMT_INLINE void __stcg(type *p, type value) { *p = value; }                                             \
    SIMT_INLINE void __stcs(type *p, type value) { *p = value; }
SIMT_HALF_SHARED(SIMT_NUMBER, SIMT_ATOMIC)
SIMT_HALF_SHARED(SIMT_PAIR, SIMT_ATOMIC_PAIR)
#undef SIMT_HALF_SHARED
/** @} */

#undef SIMT_NUMBER
#undef SIMT_PAIR
#undef SIMT_RAW
#undef SIMT_RAW_PAIR
#undef SIMT_NAME
#undef SIMT_BITS
#undef SIMT_VALUE
#undef SIMT_NAMED
#undef SIMT_PASTE
#undef SIMT_OF
#undef SIMT_OF_BITS
#undef SIMT_INFINITE
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_PAIR
