/**
 * @file dot_products.h
 * @brief `__dp4a`: a dot product of four bytes, as in the CUDA Math API, "Integer Intrinsics".
 */
#ifndef SIMT_DOT_PRODUCTS_H
#define SIMT_DOT_PRODUCTS_H

#include "qualifiers.h"
#include "vector_types.h"

/** @name Four products of bytes, and their sum with c
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

#endif
