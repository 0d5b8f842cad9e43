/**
 * @file element.h
 * @brief Numbers of every type that a launcher's buffers may have. All that depends on the type is in one
 *        table (element.c), but for what a runner needs, too (runner/call.h).
 *
 * A buffer of vectors is read as one of their components: three float4 are twelve floats.
 */
#ifndef WARPLAB_ELEMENT_H
#define WARPLAB_ELEMENT_H

#include <stddef.h>

#include "runner/call.h"

/** A type as C writes it: "unsigned char", "float4". */
const char *element_name(enum element element);
/** What a component of a vector is called behind a dot: "x"; "" of what is no vector.
 * @param i its number in the buffer, of all components */
const char *element_component(enum element element, size_t i);

/** @name Numbers of a base type
 * @{ */
/** Writes number @p i of a buffer as C shows it, or a real one with as many digits as tell it from others. */
void element_write(char *to, size_t size, enum element base, const void *buffer, size_t i);
/** Number @p i of a buffer, as nearly as a double has it. */
double element_value(enum element base, const void *buffer, size_t i);
/** Stores a number as number @p i of a buffer: what of it fits into the type, or the nearest real one. */
void element_store(enum element base, void *buffer, size_t i, double value);
/** What element_store() keeps of a number. */
double element_rounded(enum element base, double value);
/** Bits of a floating-point type's significand, with the first one: 11 of a half. */
int element_digits(enum element base);
/** The exponent of the least number above 0 of a floating-point type: -24 of a half. */
int element_least(enum element base);
/** The distance from a number to the next larger one of a floating-point type; beyond the largest, too. */
double element_unit(enum element base, double value);
/** @} */

#endif
