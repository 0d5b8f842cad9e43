/**
 * @file reference.h
 * @brief Lab 2's operators on the host: what its launchers should give.
 */
#ifndef WARPLAB_LAB2_REFERENCE_H
#define WARPLAB_LAB2_REFERENCE_H

#include <stdint.h>

/** The operators as the report writes them, by their number (labs/lab2/lab2.h). */
extern const char *const reduce_operators[];

/** Two values combined. @param op an operator's number */
int32_t reduce_two(int32_t a, int32_t b, int32_t op);

/** All of @p n elements combined; of none, the operator's identity. @param op an operator's number */
int32_t reduce_of(const int32_t *in, int32_t n, int32_t op);

/** The sum of the elements' powers, modulo 2^32. @param power 1 to 3 */
uint32_t sum_of_powers(const uint32_t *in, int32_t n, int power);

#endif
