/**
 * @file ptx.h
 * @brief What inline PTX becomes: one function per instruction, a template over the instruction's type.
 *
 * translate/ptx_table.c says which instruction is which function. Approximations (`.approx`) are as good as
 * the host's functions, so results may differ from a GPU's in their last bits. Source: the PTX ISA.
 */
#pragma once

#include <type_traits>

#include "atomics.h"
#include "builtins.h"
#include "device_math.h"
#include "rounded_math.h"

namespace simt {
namespace ptx {

/** @name PTX's types
 * @{ */
/** Bits without a sign are unsigned numbers. */
using pred = bool;
using u8 = uint8_t;
using b8 = uint8_t;
using s8 = int8_t;
using u16 = uint16_t;
using b16 = uint16_t;
using s16 = int16_t;
using u32 = uint32_t;
using b32 = uint32_t;
using s32 = int32_t;
using u64 = uint64_t;
using b64 = uint64_t;
using s64 = int64_t;
using f32 = float;
using f64 = double;
/** @} */

/** Several registers, as `{a, b}` names them. */
template <class T, unsigned Count> struct list { T at[Count]; /**< in this order */ };

/** @name Operands
 * @{ */
/** A register, number or pointer as an instruction of type T reads it; and a result put into a register, of
 * which a smaller one fills the lower part. */
template <class T, class Value> SIMT_INLINE T as(Value value) {
    if constexpr (std::is_pointer_v<Value>)
        return static_cast<T>(reinterpret_cast<uintptr_t>(value));
    else if constexpr (std::is_same_v<T, bool> || std::is_same_v<Value, bool>)
        return static_cast<T>(value);
    else if constexpr (sizeof(T) == sizeof(Value) && !std::is_same_v<Value, double>)
        return __builtin_bit_cast(T, value);
    else if constexpr (std::is_same_v<Value, double> && std::is_integral_v<T>)
        return __builtin_bit_cast(T, value);
    else
        return static_cast<T>(value);
}
template <class Target, class Value> SIMT_INLINE void put(Target &to, Value value) {
    if constexpr (std::is_pointer_v<Target>)
        to = reinterpret_cast<Target>(static_cast<uintptr_t>(value));
    else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Target, bool> ||
                       std::is_same_v<Value, Target>)
        to = static_cast<Target>(value);
    else if constexpr (sizeof(Target) == sizeof(Value))
        to = __builtin_bit_cast(Target, value);
    else
        to = static_cast<Target>(value);
}
/** A number that is written as its bits. */
template <class T> SIMT_INLINE T number(unsigned long long bits) { return from_bits<T>(bits); }
/** A register made of smaller ones, and the reverse; the first one is the lowest. */
template <class T, class... Value> SIMT_INLINE T packed(Value... values) {
    constexpr unsigned bits = 8 * sizeof(T) / sizeof...(Value);
    uint64_t all = 0;
    unsigned at = 0;
    ((all |= (to_bits(values) & (~uint64_t{0} >> (64 - bits))) << at, at += bits), ...);
    return from_bits<T>(all);
}
template <class T, unsigned Count> SIMT_INLINE auto parts(T value) {
    using part = std::conditional_t<sizeof(T) / Count == 4, uint32_t,
                                    std::conditional_t<sizeof(T) / Count == 2, uint16_t, uint8_t>>;
    list<part, Count> result;
    for (unsigned i = 0; i < Count; i++)
        result.at[i] = static_cast<part>(to_bits(value) >> (8 * sizeof(part) * i));
    return result;
}
template <class T> SIMT_INLINE T move(T value) { return value; }
/** @} */

/** The type of twice the width. */
template <class T>
using wide = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
                                std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

/** @name Arithmetic
 * @{ */
/** Integers wrap. A quotient by zero is what `/` gives in a kernel. */
template <class T> SIMT_INLINE T add(T a, T b) { return static_cast<T>(a + b); }
template <class T> SIMT_INLINE T subtract(T a, T b) { return static_cast<T>(a - b); }
template <class T> SIMT_INLINE T multiply(T a, T b) {
    if constexpr (sizeof(T) == 2)
        return static_cast<T>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
    else
        return a * b;
}
template <class T> SIMT_INLINE T multiply_high(T a, T b) {
    using twice = std::conditional_t<sizeof(T) == 4, wide<T>,
                                     std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>;
    return static_cast<T>(static_cast<twice>(a) * b >> (8 * sizeof(T)));
}
template <class T> SIMT_INLINE wide<T> multiply_wide(T a, T b) {
    return static_cast<wide<T>>(static_cast<wide<T>>(a) * static_cast<wide<T>>(b));
}
template <class T> SIMT_INLINE T multiply_24(T a, T b) {
    if constexpr (std::is_signed_v<T>)
        return __mul24(a, b);
    else
        return __umul24(a, b);
}
template <class T> SIMT_INLINE T multiply_add(T a, T b, T c) { return add<T>(multiply<T>(a, b), c); }
template <class T> SIMT_INLINE T multiply_high_add(T a, T b, T c) {
    return add<T>(multiply_high<T>(a, b), c);
}
template <class T> SIMT_INLINE wide<T> multiply_wide_add(T a, T b, wide<T> c) {
    return add<wide<T>>(multiply_wide<T>(a, b), c);
}
template <class T> SIMT_INLINE T multiply_add_once(T a, T b, T c) {
    if constexpr (sizeof(T) == 4)
        return fmaf(a, b, c);
    else
        return fma(a, b, c);
}
template <class T> SIMT_INLINE T dot_4(T a, T b, T c) { return __dp4a(a, b, c); }
template <class T> SIMT_INLINE T absolute_difference_add(T a, T b, T c) {
    return static_cast<T>(
        (a > b ? static_cast<u32>(a) - static_cast<u32>(b) : static_cast<u32>(b) - static_cast<u32>(a)) +
        static_cast<u32>(c));
}
template <class T> SIMT_INLINE T divide(T a, T b) { return static_cast<T>(a / b); }
template <class T> SIMT_INLINE T remainder(T a, T b) { return static_cast<T>(a % b); }
template <class T> SIMT_INLINE T negate(T a) { return static_cast<T>(-a); }
template <class T> SIMT_INLINE T absolute(T a) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(a < 0 ? -a : a);
    else
        return static_cast<T>(fabs(static_cast<double>(a)));
}
/** Not-a-number is left out, as by fmin() and fmax(). */
template <class T> SIMT_INLINE T smaller(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return b < a ? b : a;
    else
        return static_cast<T>(fmin(static_cast<double>(a), static_cast<double>(b)));
}
template <class T> SIMT_INLINE T larger(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return a < b ? b : a;
    else
        return static_cast<T>(fmax(static_cast<double>(a), static_cast<double>(b)));
}
template <class T> SIMT_INLINE T reciprocal(T a) { return 1 / a; }
template <class T> SIMT_INLINE T root(T a) {
    if constexpr (sizeof(T) == 4)
        return sqrtf(a);
    else
        return sqrt(a);
}
template <class T> SIMT_INLINE T reciprocal_root(T a) {
    return static_cast<T>(1.0 / sqrt(static_cast<double>(a)));
}
template <class T> SIMT_INLINE T sine(T a) { return sinf(a); }
template <class T> SIMT_INLINE T cosine(T a) { return cosf(a); }
template <class T> SIMT_INLINE T logarithm_2(T a) { return log2f(a); }
template <class T> SIMT_INLINE T power_of_2(T a) { return exp2f(a); }
template <class T> SIMT_INLINE T hyperbolic_tangent(T a) { return tanhf(a); }

#define SIMT_PTX_ROUNDED(name, kind)                                                                         \
    template <class T> SIMT_INLINE T add_##name(T a, T b) {                                                  \
        if constexpr (sizeof(T) == 4)                                                                        \
            return simt_rounded_float(SIMT_ROUNDED_ADD, kind, a, b, 0);                                      \
        else                                                                                                 \
            return simt_rounded_double(SIMT_ROUNDED_ADD, kind, a, b, 0);                                     \
    }                                                                                                        \
    template <class T> SIMT_INLINE T multiply_##name(T a, T b) {                                             \
        if constexpr (sizeof(T) == 4)                                                                        \
            return simt_rounded_float(SIMT_ROUNDED_MULTIPLY, kind, a, b, 0);                                 \
        else                                                                                                 \
            return simt_rounded_double(SIMT_ROUNDED_MULTIPLY, kind, a, b, 0);                                \
    }                                                                                                        \
    template <class T> SIMT_INLINE T multiply_add_##name(T a, T b, T c) {                                    \
        if constexpr (sizeof(T) == 4)                                                                        \
            return simt_rounded_float(SIMT_ROUNDED_FMA, kind, a, b, c);                                      \
        else                                                                                                 \
            return simt_rounded_double(SIMT_ROUNDED_FMA, kind, a, b, c);                                     \
    }
SIMT_PTX_ROUNDED(to_zero, SIMT_ROUND_ZERO)
SIMT_PTX_ROUNDED(down, SIMT_ROUND_DOWN)
SIMT_PTX_ROUNDED(up, SIMT_ROUND_UP)
#undef SIMT_PTX_ROUNDED
/** @} */

/** @name Conversions, by how they round
 * @{ */
/** A float out of an integer's range becomes the nearest limit, and not-a-number 0. */
template <class T> SIMT_INLINE T integer_of(double value) {
    if constexpr (sizeof(T) == 8 && std::is_signed_v<T>)
        return simt_to_longlong(value);
    else if constexpr (sizeof(T) == 8)
        return simt_to_ulonglong(value);
    else if constexpr (std::is_signed_v<T>)
        return static_cast<T>(
            larger<s64>(smaller<s64>(simt_to_longlong(value), (s64{1} << (8 * sizeof(T) - 1)) - 1),
                        -(s64{1} << (8 * sizeof(T) - 1))));
    else
        return static_cast<T>(smaller<u64>(simt_to_ulonglong(value), (u64{1} << 8 * sizeof(T)) - 1));
}
#define SIMT_PTX_TO_INTEGER(name, function)                                                                  \
    template <class T, class Value> SIMT_INLINE T convert_##name(Value value) {                              \
        if constexpr (std::is_integral_v<T>)                                                                 \
            return integer_of<T>(function(static_cast<double>(value)));                                      \
        else                                                                                                 \
            return static_cast<T>(function(static_cast<double>(value)));                                     \
    }
SIMT_PTX_TO_INTEGER(rni, rint)
SIMT_PTX_TO_INTEGER(rzi, trunc)
SIMT_PTX_TO_INTEGER(rmi, floor)
SIMT_PTX_TO_INTEGER(rpi, ceil)
#undef SIMT_PTX_TO_INTEGER
template <class T, class Value> SIMT_INLINE T convert_rn(Value value) {
    if constexpr (std::is_integral_v<T> && !std::is_integral_v<Value>)
        return integer_of<T>(trunc(static_cast<double>(value)));
    else
        return static_cast<T>(value);
}
#define SIMT_PTX_TO_FLOAT(name, kind)                                                                        \
    template <class T, class Value> SIMT_INLINE T convert_##name(Value value) {                              \
        if constexpr (std::is_same_v<T, float> && std::is_integral_v<Value> && std::is_unsigned_v<Value>)    \
            return simt_float_of_ulonglong(value, kind);                                                     \
        else if constexpr (std::is_same_v<T, float> && std::is_integral_v<Value>)                            \
            return simt_float_of_longlong(value, kind);                                                      \
        else if constexpr (std::is_same_v<T, float>)                                                         \
            return simt_float_of_double(value, kind);                                                        \
        else if constexpr (std::is_integral_v<Value> && std::is_unsigned_v<Value>)                           \
            return simt_double_of_ulonglong(value, kind);                                                    \
        else                                                                                                 \
            return simt_double_of_longlong(static_cast<long long>(value), kind);                             \
    }
SIMT_PTX_TO_FLOAT(rz, SIMT_ROUND_ZERO)
SIMT_PTX_TO_FLOAT(rm, SIMT_ROUND_DOWN)
SIMT_PTX_TO_FLOAT(rp, SIMT_ROUND_UP)
#undef SIMT_PTX_TO_FLOAT
/** @} */

/** @name Bits
 * @{ */
/** A shift by the width or more leaves 0 or the sign. A field's place and length count to 255. */
template <class T> SIMT_INLINE T bits_and(T a, T b) { return static_cast<T>(a & b); }
template <class T> SIMT_INLINE T bits_or(T a, T b) { return static_cast<T>(a | b); }
template <class T> SIMT_INLINE T bits_xor(T a, T b) { return static_cast<T>(a ^ b); }
template <class T> SIMT_INLINE T bits_not(T a) {
    if constexpr (std::is_same_v<T, bool>)
        return !a;
    else
        return static_cast<T>(~a);
}
template <class T> SIMT_INLINE T shift_left(T a, u32 n) {
    return static_cast<T>(n < 8 * sizeof(T) ? static_cast<u64>(a) << n : 0);
}
template <class T> SIMT_INLINE T shift_right(T a, u32 n) {
    constexpr u32 last = 8 * sizeof(T) - 1;
    return static_cast<T>(n <= last ? a >> n : std::is_signed_v<T> ? a >> last : 0);
}
template <class T> SIMT_INLINE T funnel_left(T low, T high, u32 n) { return __funnelshift_l(low, high, n); }
template <class T> SIMT_INLINE T funnel_right(T low, T high, u32 n) { return __funnelshift_r(low, high, n); }
template <class T> SIMT_INLINE T funnel_left_clamp(T low, T high, u32 n) {
    return __funnelshift_lc(low, high, n);
}
template <class T> SIMT_INLINE T funnel_right_clamp(T low, T high, u32 n) {
    return __funnelshift_rc(low, high, n);
}
template <class T> SIMT_INLINE T extract_field(T a, u32 place, u32 length) {
    constexpr u32 width = 8 * sizeof(T);
    using bits = std::make_unsigned_t<T>;
    const u32 from = place & 255, count = length & 255;
    if (count == 0)
        return 0;
    const u32 end = from + count < width ? from + count : width; /* behind the field's last bit */
    const bits sign = std::is_signed_v<T> ? static_cast<bits>(a) >> (end - 1) & 1 : 0;
    const bits taken = from < width ? static_cast<bits>(a) >> from : 0;
    const bits mask = count < width ? (bits{1} << count) - 1 : ~bits{0};
    const bits own = from < width && end - from < width ? (bits{1} << (end - from)) - 1
                     : from < width                     ? ~bits{0}
                                                        : 0;
    const bits field = (taken & own) | (sign ? mask & ~own : 0);
    return static_cast<T>(sign ? field | ~mask : field & mask);
}
template <class T> SIMT_INLINE T insert_field(T a, T b, u32 place, u32 length) {
    const u32 from = place & 255, count = length & 255;
    const T mask = static_cast<T>(
        shift_left<T>(count < 8 * sizeof(T) ? static_cast<T>((T{1} << count) - 1) : ~T{0}, from));
    return static_cast<T>((b & ~mask) | (shift_left<T>(a, from) & mask));
}
template <class T> SIMT_INLINE u32 count_leading_zeros(T a) {
    return static_cast<u32>(sizeof(T) == 4 ? __clz(static_cast<int>(a)) : __clzll(static_cast<long long>(a)));
}
template <class T> SIMT_INLINE u32 shift_to_highest_bit(T a) {
    using bits = std::make_unsigned_t<T>;
    const u32 zeros = count_leading_zeros<bits>(static_cast<bits>(a < 0 ? ~a : a));
    return zeros < 8 * sizeof(T) ? zeros : ~u32{0};
}
template <class T> SIMT_INLINE u32 highest_bit(T a) {
    const u32 zeros = shift_to_highest_bit<T>(a);
    return zeros == ~u32{0} ? zeros : static_cast<u32>(8 * sizeof(T)) - 1 - zeros;
}
template <class T> SIMT_INLINE T bit_mask(u32 first, u32 count) {
    return first > 31 ? 0 : (count > 31 ? ~T{0} : (T{1} << count) - 1) << first;
}
template <class T> SIMT_INLINE T reverse(T a) {
    return static_cast<T>(sizeof(T) == 4 ? __brev(static_cast<u32>(a)) : __brevll(a));
}
template <class T> SIMT_INLINE u32 count_ones(T a) { return static_cast<u32>(__popcll(a)); }
/** The table's bit 4 * a + 2 * b + c. */
template <class T> SIMT_INLINE T logic_3(T a, T b, T c, T table) {
    T result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
/** A selector's bit 3 takes the byte's sign for all its bits. */
template <class T> SIMT_INLINE T permute_bytes(T a, T b, T selectors) {
    const u64 bytes = static_cast<u64>(b) << 32 | a;
    T result = 0;
    for (unsigned i = 0; i < 4; i++) {
        const u32 selector = selectors >> 4 * i & 15;
        const u32 byte = static_cast<u32>(bytes >> 8 * (selector & 7) & 255);
        result |= (selector & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * i;
    }
    return result;
}
/** @} */

/** @name Comparisons
 * @{ */
/** False for not-a-number, but unequal() is as C++ has it: not for numbers that are no numbers. */
template <class T> SIMT_INLINE bool equal(T a, T b) { return a == b; }
template <class T> SIMT_INLINE bool unequal(T a, T b) { return a < b || a > b; }
template <class T> SIMT_INLINE bool less(T a, T b) { return a < b; }
template <class T> SIMT_INLINE bool at_most(T a, T b) { return a <= b; }
template <class T> SIMT_INLINE bool greater(T a, T b) { return a > b; }
template <class T> SIMT_INLINE bool at_least(T a, T b) { return a >= b; }
template <class T> SIMT_INLINE T select(T a, T b, bool predicate) { return predicate ? a : b; }
/** @} */

} // namespace ptx
} // namespace simt

#include "ptx_memory.h"
