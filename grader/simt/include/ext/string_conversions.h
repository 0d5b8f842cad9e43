/**
 * @file string_conversions.h
 * @brief The C++ library's header of this name. Its std::to_string() of a floating-point number allocates
 * room for the digits by alloca(), which moves the stack pointer by a variable amount. In an untrusted
 * program that room is a variable: only one thread of the host may use it at a time.
 */
#ifndef SIMT_CONFINED
#include_next <ext/string_conversions.h>
#else
#ifndef SIMT_STRING_CONVERSIONS
#define SIMT_STRING_CONVERSIONS
#pragma GCC system_header
// The longest long double of std::to_wstring().
static inline void *__room_for_digits() {
    alignas(16) static char room[20480];
    return room;
}
#pragma push_macro("__builtin_alloca")
#define __builtin_alloca(size) __room_for_digits()
#include_next <ext/string_conversions.h>
#pragma pop_macro("__builtin_alloca")
#endif
#endif
