/**
 * @file sort_numbers.h
 * @brief Numbers in ascending order, for medians and other ranks.
 */
#ifndef WARPLAB_SORT_NUMBERS_H
#define WARPLAB_SORT_NUMBERS_H

#include <stddef.h>
#include <stdlib.h>

/** Which of two numbers is larger, for qsort(). */
static inline int compare_numbers(const void *a, const void *b) {
    const double *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

/** Sorts @p count numbers, none of which is a NaN. */
static inline void sort_numbers(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, compare_numbers);
}

#endif
