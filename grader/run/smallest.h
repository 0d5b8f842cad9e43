/**
 * @file smallest.h
 * @brief The smallest inputs on which a faulty task shows its faults: what a person can follow by hand.
 *
 * The cases of a plan are for the verdict: many elements, random numbers, other orders of execution. Where
 * they have found something, the launcher is called once more on a ladder of small inputs, the same for every
 * seed: 1, 2, 3, ... and -1, -2, -3, ... of 4, 1, 2, 3, 5, 8, 9, ... elements. What comes of it is only
 * shown. No point depends on it.
 */
#ifndef WARPLAB_SMALLEST_H
#define WARPLAB_SMALLEST_H

#include "grading.h"

/** Looks for the smallest inputs of all tasks whose cases on the CPU engine showed a fault, and that were
 * started. Where the runner cannot be asked nothing is known, which is no error. */
void smallest_find(struct grading *grading);

#endif
