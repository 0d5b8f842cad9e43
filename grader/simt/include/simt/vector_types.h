/**
 * @file vector_types.h
 * @brief CUDA's vector types, with its sizes and alignments, their make_ functions, and dim3.
 *
 * They are plain aggregates, so that they work in unions and shared memory. The option -fno-tree-sra makes
 * the compiler keep the copy of a vector as a single access, like the hardware.
 */
#pragma once

#include "qualifiers.h"

/** Vectors of one to four elements x, y, z and w, called char1 to double4, with CUDA's sizes and alignments
 * (CUDA C++ Programming Guide, "Built-in Vector Types"). */
#define SIMT_VECTOR_TYPES(name, type, align2, align4)                                                        \
    struct name##1 {                                                                                         \
        type x;                                                                                              \
    };                                                                                                       \
    struct __attribute__((aligned(align2))) name##2 {                                                        \
        type x, y;                                                                                           \
    };                                                                                                       \
    struct name##3 {                                                                                         \
        type x, y, z;                                                                                        \
    };                                                                                                       \
    struct __attribute__((aligned(align4))) name##4 {                                                        \
        type x, y, z, w;                                                                                     \
    };

SIMT_VECTOR_TYPES(char, signed char, 2, 4)
SIMT_VECTOR_TYPES(uchar, unsigned char, 2, 4)
SIMT_VECTOR_TYPES(short, short, 4, 8)
SIMT_VECTOR_TYPES(ushort, unsigned short, 4, 8)
SIMT_VECTOR_TYPES(int, int, 8, 16)
SIMT_VECTOR_TYPES(uint, unsigned int, 8, 16)
SIMT_VECTOR_TYPES(long, long, 16, 16)
SIMT_VECTOR_TYPES(ulong, unsigned long, 16, 16)
SIMT_VECTOR_TYPES(longlong, long long, 16, 16)
SIMT_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
SIMT_VECTOR_TYPES(float, float, 8, 16)
SIMT_VECTOR_TYPES(double, double, 16, 16)
#undef SIMT_VECTOR_TYPES

/** Four elements of 8 bytes, as CUDA 13 names them by their alignment: long4_16a to double4_32a. */
#define SIMT_ALIGNED_VECTORS(name, type)                                                                     \
    struct __attribute__((aligned(16))) name##4_16a {                                                        \
        type x, y, z, w;                                                                                     \
    };                                                                                                       \
    struct __attribute__((aligned(32))) name##4_32a {                                                        \
        type x, y, z, w;                                                                                     \
    };

SIMT_ALIGNED_VECTORS(long, long)
SIMT_ALIGNED_VECTORS(ulong, unsigned long)
SIMT_ALIGNED_VECTORS(longlong, long long)
SIMT_ALIGNED_VECTORS(ulonglong, unsigned long long)
SIMT_ALIGNED_VECTORS(double, double)
#undef SIMT_ALIGNED_VECTORS

/** Extents of a grid or a block; what is not given is 1. */
struct dim3 {
    /** @name As in the CUDA C++ Programming Guide, "dim3"
     * @{ */
    /** In threads or blocks; converts from one to three numbers or a vector, and to a vector. */
    unsigned int x, y, z;
    SIMT_ON_BOTH constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    SIMT_ON_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    SIMT_ON_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
    /** @} */
};

/** A vector of its elements: make_char1() to make_double4() (CUDA C++ Programming Guide, "Built-in Vector
 * Types"). */
#define SIMT_MAKE_VECTORS(name, type)                                                                        \
    SIMT_BOTH_INLINE constexpr name##1 make_##name##1(type x) { return {x}; }                                \
    SIMT_BOTH_INLINE constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                     \
    SIMT_BOTH_INLINE constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }          \
    SIMT_BOTH_INLINE constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

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

/** The same of those with an alignment in their names. */
#define SIMT_MAKE_ALIGNED(name, type)                                                                        \
    SIMT_BOTH_INLINE constexpr name##4_16a make_##name##4_16a(type x, type y, type z, type w) {              \
        return {x, y, z, w};                                                                                 \
    }                                                                                                        \
    SIMT_BOTH_INLINE constexpr name##4_32a make_##name##4_32a(type x, type y, type z, type w) {              \
        return {x, y, z, w};                                                                                 \
    }

SIMT_MAKE_ALIGNED(long, long)
SIMT_MAKE_ALIGNED(ulong, unsigned long)
SIMT_MAKE_ALIGNED(longlong, long long)
SIMT_MAKE_ALIGNED(ulonglong, unsigned long long)
SIMT_MAKE_ALIGNED(double, double)
#undef SIMT_MAKE_ALIGNED
