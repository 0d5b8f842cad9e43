/**
 * @file shifts.h
 * @brief Shifts with CUDA's results: a shift by the width or more gives 0, or the sign of a signed number.
 *
 * The translator writes `a << n` as `a <<simt::by<< n`, and `a <<= n` as `a <<=simt::by<<= n`, in device code
 * (translate/shifts.c). A class's own operators are called unchanged.
 */
#pragma once

#include <stdint.h>

#include <type_traits>
#include <utility>

/** For the functions of this header: always inlined, so that an error has the line of the call. */
#define SIMT_SHIFT inline __attribute__((always_inline, artificial)) constexpr

namespace simt {

/** The type of the object between the operands. */
struct by_type {};
/** The object. */
inline constexpr by_type by{};

/** True for types with a shift instruction. */
template <class T>
inline constexpr bool is_number = std::is_integral_v<std::remove_cv_t<T>> ||
                                  (std::is_enum_v<T> && std::is_convertible_v<T, long long>);

/** The left operand: a number after promotion, or a reference to anything else. */
template <class T> struct shifted { T value; /**< the operand */ };
/** The right operand of an assignment. */
template <class T> struct count { T value; /**< the operand */ };

/** `value << count`, without a branch, which would count as one of the kernel's. A GPU uses 32 bits of the
 * count. */
template <class T> SIMT_SHIFT T shift_left(T value, uint32_t count) noexcept {
    using bits = std::make_unsigned_t<T>;
    constexpr uint32_t width = 8 * sizeof(T);
    return static_cast<T>(static_cast<bits>(value) << (count & (width - 1)) &
                          -static_cast<bits>(count < width));
}
/** `value >> count`. */
template <class T> SIMT_SHIFT T shift_right(T value, uint32_t count) noexcept {
    constexpr uint32_t width = 8 * sizeof(T);
    if constexpr (std::is_signed_v<T>)
        return value >> ((count | -static_cast<uint32_t>(count >= width)) & (width - 1));
    else
        return value >> (count & (width - 1)) & -static_cast<T>(count < width);
}

/** The operators of one direction, for numbers and for everything else, with and without assignment. */
#define SIMT_SHIFT_OPERATORS(OP, SHIFT)                                                                      \
    template <class T, std::enable_if_t<is_number<T>, int> = 0>                                              \
    SIMT_SHIFT auto operator OP(T value, by_type) noexcept {                                                 \
        return shifted<decltype(+value)>{value};                                                             \
    }                                                                                                        \
    template <class T, std::enable_if_t<!is_number<std::remove_reference_t<T>>, int> = 0>                    \
    SIMT_SHIFT auto operator OP(T &&value, by_type) noexcept {                                               \
        return shifted<T &&>{std::forward<T>(value)};                                                        \
    }                                                                                                        \
    template <class T, class U, std::enable_if_t<is_number<U>, int> = 0>                                     \
    SIMT_SHIFT decltype(auto) operator OP(shifted<T> left, U count) {                                        \
        if constexpr (is_number<T>)                                                                          \
            return SHIFT(left.value, static_cast<uint32_t>(count));                                          \
        else                                                                                                 \
            return std::forward<T>(left.value) OP count;                                                     \
    }                                                                                                        \
    template <class T, class U, std::enable_if_t<!is_number<std::remove_reference_t<U>>, int> = 0>           \
    SIMT_SHIFT decltype(auto) operator OP(shifted<T> left, U &&count) {                                      \
        return std::forward<T>(left.value) OP std::forward<U>(count);                                        \
    }                                                                                                        \
    template <class U, std::enable_if_t<is_number<U>, int> = 0>                                              \
    SIMT_SHIFT auto operator OP##=(by_type, U value) noexcept {                                              \
        return count<U>{value};                                                                              \
    }                                                                                                        \
    template <class U, std::enable_if_t<!is_number<std::remove_reference_t<U>>, int> = 0>                    \
    SIMT_SHIFT auto operator OP##=(by_type, U &&value) noexcept {                                            \
        return count<U &&>{std::forward<U>(value)};                                                          \
    }                                                                                                        \
    template <class T, class U> SIMT_SHIFT decltype(auto) operator OP##=(T &&left, count<U> right) {         \
        using number = std::remove_reference_t<T>;                                                           \
        if constexpr (!is_number<number> || !is_number<std::remove_reference_t<U>>)                          \
            return std::forward<T>(left) OP## = std::forward<U>(right.value);                                \
        else if constexpr (std::is_volatile_v<number>)                                                       \
            left = static_cast<number>(SHIFT(+left, static_cast<uint32_t>(right.value)));                    \
        else                                                                                                 \
            return static_cast<T &>(                                                                         \
                left = static_cast<number>(SHIFT(+left, static_cast<uint32_t>(right.value))));               \
    }

SIMT_SHIFT_OPERATORS(<<, shift_left)
SIMT_SHIFT_OPERATORS(>>, shift_right)

#undef SIMT_SHIFT_OPERATORS
#undef SIMT_SHIFT

} // namespace simt
