/**
 * @file half_bits.h
 * @brief IEEE 754 binary16, `__half`'s format, to and from double. Implemented in runtime/builtins.c.
 *
 * A sum, difference, product, quotient, square root or fused multiply-add of such numbers, computed in double
 * and rounded here, is the correctly rounded one: the double is either exact or nowhere near a tie.
 */
#ifndef SIMT_HALF_BITS_H
#define SIMT_HALF_BITS_H

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a number that lies between two others is rounded; ties go to the even one. */
enum simt_rounding { SIMT_ROUND_NEAREST, SIMT_ROUND_ZERO, SIMT_ROUND_UP, SIMT_ROUND_DOWN };

/** The bits of @p value rounded to binary16; not-a-number becomes 0x7fff, as on a GPU. */
uint16_t simt_half_bits(double value, enum simt_rounding rounding) SIMT_NOTHROW __attribute__((const));
/** The value of binary16 bits, which a double holds exactly. */
double simt_half_value(uint16_t bits) SIMT_NOTHROW __attribute__((const));

#ifdef __cplusplus
}
#endif
#endif
