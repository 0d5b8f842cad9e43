/**
 * @file float_sum.h
 * @brief Sums of floating-point numbers, with how far an honest sum of them may be from the right one.
 *
 * A launcher adds in an order of its own, and each addition rounds. Of k additions in a row the error is at
 * most k u / (1 - k u) times the sum of the absolute values, where u is half of the distance from 1 to the
 * next number (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2). Where all
 * terms are whole multiples of one number, and few bits are needed for their absolute sum, no order rounds at
 * all, and the bound is 0: a launcher that leaves out a term is found whatever the term is.
 */
#ifndef WARPLAB_FLOAT_SUM_H
#define WARPLAB_FLOAT_SUM_H

#include <stddef.h>
#include <stdint.h>

#include "element.h"

/** A sum under way. Zero-initialise it. */
struct float_sum {
    double sum;      /**< so far, */
    double lost;     /**< and what rounding took from it (Neumaier's compensation) */
    double absolute; /**< the sum of the terms' absolute values */
    int lowest;      /**< exponent of the lowest bit of any term that is not 0 */
    uint64_t terms;  /**< so many, 0 not among them */
};

/** The exponent of the lowest bit that is 1 in any of @p n numbers; 1024 if all are 0. */
int float_lowest_bit(const float *numbers, size_t n);
/** How far from the right sum of such terms, stored as an @p element, the launcher's sum may be.
 * @param value the right one
 * @param absolute the sum of the terms' absolute values
 * @param lowest exponent of the lowest bit of any term; for products the sum of two float_lowest_bit()
 * @param roundings the most that a term goes through one after another: additions, and 1 if it is a product
 */
double float_bound(double value, double absolute, int lowest, enum element element, uint64_t roundings);
/**
 * How far from the right number, stored as an @p element, the launcher's may be, if it reckons to within
 * @p bound of it in a longer type and stores it as that element: halves that are added as floats.
 * @param value the right one, before it is stored
 */
double float_stored_bound(double value, double bound, enum element element);

/** Adds a term: a float, or a product of two, which a double holds exactly. */
void float_sum_add(struct float_sum *sum, double term);
/** The sum, rounded once. */
double float_sum_value(const struct float_sum *sum);
/**
 * How far from float_sum_value(), stored as an @p element, the launcher's sum may be.
 * @param element  ELEMENT_HALF, ELEMENT_FLOAT or ELEMENT_DOUBLE: what the launcher reckons in
 * @param roundings the most that a term goes through one after another: additions, and 1 if it is a product;
 * 0: as many as there are terms, as in any order
 */
double float_sum_bound(const struct float_sum *sum, enum element element, uint64_t roundings);

#endif
