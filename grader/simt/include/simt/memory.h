/**
 * @file memory.h
 * @brief memcpy, memmove and memset. They are inline functions, so that the compiler does not expand them
 * without instrumentation: a copy of up to 8 bytes is one plain access, the rest are calls of the engine.
 */
#pragma once

#include <string.h>

#include "qualifiers.h"

extern "C" {
/** As memmove(); the checkers see it on the host and in kernels. */
void *simt_memmove(void *to, const void *from, size_t size) noexcept;
/** As memset(); likewise. */
void *simt_memset(void *to, int value, size_t size) noexcept;
}

namespace simt {
/** True for a size known to be one access. */
SIMT_BOTH_INLINE constexpr bool is_plain(size_t size) {
    return __builtin_constant_p(size) && (size == 1 || size == 2 || size == 4 || size == 8);
}
} // namespace simt

/** @name As in the C library
 * @{ */
/** Sizes are in bytes. */
SIMT_INLINE_C(SIMT_ON_BOTH)
void *memcpy(void *__restrict to, const void *__restrict from, size_t size) noexcept {
    return simt::is_plain(size) ? __builtin_memcpy(to, from, size) : simt_memmove(to, from, size);
}
SIMT_INLINE_C(SIMT_ON_BOTH) void *memset(void *to, int value, size_t size) noexcept {
    return simt_memset(to, value, size);
}
SIMT_INLINE_C() void *memmove(void *to, const void *from, size_t size) noexcept {
    return simt::is_plain(size) ? __builtin_memmove(to, from, size) : simt_memmove(to, from, size);
}
/** @} */

/** @name What the compiler would expand without instrumentation
 * @{ */
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset
/** The function of that name. */
#define __builtin_memcpy memcpy
/** The function of that name. */
#define __builtin_memmove memmove
/** The function of that name. */
#define __builtin_memset memset
/** @} */
