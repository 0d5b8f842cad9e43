/**
 * @file vector_functions.h
 * @brief make_int4 and its kin.
 */
#ifndef SIMT_VECTOR_FUNCTIONS_H
#define SIMT_VECTOR_FUNCTIONS_H

#include "qualifiers.h"
#include "vector_types.h"

/** A vector of its elements: make_char1() to make_double4() (CUDA C++ Programming Guide, "Built-in Vector
 * Types"). */
#define SIMT_MAKE_VECTORS(name, type)                                                                        \
    SIMT_INLINE constexpr name##1 make_##name##1(type x) { return {x}; }                                     \
    SIMT_INLINE constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                          \
    SIMT_INLINE constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }               \
    SIMT_INLINE constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

SIMT_MAKE_VECTORS(char, signed char)
SIMT_MAKE_VECTORS(uchar, unsigned char)
SIMT_MAKE_VECTORS(short, short)
SIMT_MAKE_VECTORS(ushort, unsigned short)
SIMT_MAKE_VECTORS(int, int)
SIMT_MAKE_VECTORS(uint, unsigned int)
SIMT_MAKE_VECTORS(long, long)
SIMT_MAKE_VECTORS(ulong, unsigned long)
SIMT_MAKE_VECTORS(longlong, long long)
SIMT_MAKE_VECTORS(ulonglong, unsigned long long)
SIMT_MAKE_VECTORS(float, float)
SIMT_MAKE_VECTORS(double, double)
#undef SIMT_MAKE_VECTORS

#endif
