/**
 * @file element.h
 * @brief Numbers of every type that a launcher's buffers may have. All that depends on the type is in one
 * table (element.c), except what a runner also needs (runner/call.h).
 *
 * A buffer of vectors is read as one of their components: three float4 are twelve floats.
 */
#ifndef WARPLAB_ELEMENT_H
#define WARPLAB_ELEMENT_H

#include <stddef.h>

#include "runner/call.h"

/** A type in C's notation: "unsigned char", "float4". */
const char *element_name(enum element element);
/** The name of a vector's component: "x"; "" if the type is not a vector.
 * @param i its number in the buffer, counting all components */
const char *element_component(enum element element, size_t i);

/** @name Numbers of a base type
 * @{ */
/** Writes number @p i of a buffer in C's notation; a real one with enough digits to be unambiguous. */
void element_write(char *to, size_t size, enum element base, const void *buffer, size_t i);
/** Number @p i of a buffer, as the nearest double. */
double element_value(enum element base, const void *buffer, size_t i);
/** Stores a number as number @p i of a buffer: the bits that fit the type, or the nearest real number. */
void element_store(enum element base, void *buffer, size_t i, double value);
/** The value that element_store() would store for a number. */
double element_rounded(enum element base, double value);
/** The number of bits in a floating-point type's significand, with the leading one: 11 of a half. */
int element_digits(enum element base);
/** The exponent of the smallest positive number of a floating-point type: -24 of a half. */
int element_least(enum element base);
/** The distance from a number to the next larger one of a floating-point type; also beyond the largest. */
double element_unit(enum element base, double value);
/** @} */

#endif
