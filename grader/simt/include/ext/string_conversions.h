/**
 * @file string_conversions.h
 * @brief The C++ library's header of this name. There std::to_string() of a floating-point number takes room
 * for its digits by alloca(), which moves the stack pointer by what is no constant. In a program that nobody
 * trusts that room is a variable: no other thread of the host could use it at the same time.
 */
#ifndef SIMT_CONFINED
#include_next <ext/string_conversions.h>
#else
#ifndef SIMT_STRING_CONVERSIONS
#define SIMT_STRING_CONVERSIONS
#pragma GCC system_header
// As long as a long double of std::to_wstring() may be.
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
