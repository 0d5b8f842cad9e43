/**
 * @file float_sum.h
 * @brief Sums of floating-point numbers, and the largest rounding error of a correct sum.
 *
 * A launcher adds in any order, and each addition rounds. The error of k additions in a row is at most k u /
 * (1 - k u) times the sum of the absolute values, where u is half the distance from 1 to the next number (N.
 * J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2). If all terms are integer
 * multiples of one number, and their absolute sum needs few bits, no order rounds at all, and the bound is 0:
 * then a missing term is always found.
 */
#ifndef WARPLAB_FLOAT_SUM_H
#define WARPLAB_FLOAT_SUM_H

#include <stddef.h>
#include <stdint.h>

#include "element.h"

/** A sum in progress. Zero-initialise it. */
struct float_sum {
    double sum;      /**< so far, */
    double lost;     /**< and its rounding error (Neumaier's compensation) */
    double absolute; /**< the sum of the terms' absolute values */
    int lowest;      /**< exponent of the lowest bit of any term that is not 0 */
    uint64_t terms;  /**< the number of terms other than 0 */
};

/** The exponent of the lowest bit that is 1 in any of @p n numbers; 1024 if all are 0. */
int float_lowest_bit(const float *numbers, size_t n);
/** The largest error of the launcher's sum of such terms, stored as an @p element.
 * @param value the right one
 * @param absolute the sum of the terms' absolute values
 * @param lowest exponent of the lowest bit of any term; for products the sum of two float_lowest_bit()
 * @param roundings the maximum number of roundings of a term: additions, and 1 for each multiplication
 */
double float_bound(double value, double absolute, int lowest, enum element element, uint64_t roundings);
/**
 * The largest error of the launcher's number, stored as an @p element, if it is computed to within @p bound
 * in a longer type and then stored as that element: halves that are added as floats.
 * @param value the right one, before it is stored
 */
double float_stored_bound(double value, double bound, enum element element);

/** Adds a term: a float, or a product of two, which a double holds exactly. */
void float_sum_add(struct float_sum *sum, double term);
/** The sum, rounded once. */
double float_sum_value(const struct float_sum *sum);
/**
 * The largest error of the launcher's sum against float_sum_value(), stored as an @p element.
 * @param element  ELEMENT_HALF, ELEMENT_FLOAT or ELEMENT_DOUBLE: the type in which the launcher computes
 * @param roundings the maximum number of roundings of a term: additions, and 1 for each multiplication; 0: as
 * many as there are terms, as in any order
 */
double float_sum_bound(const struct float_sum *sum, enum element element, uint64_t roundings);

#endif
