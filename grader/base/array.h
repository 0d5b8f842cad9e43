/**
 * @file array.h
 * @brief Arrays that grow, and numbers in ascending order.
 */
#ifndef WARPLAB_ARRAY_H
#define WARPLAB_ARRAY_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/**
 * Adds an element of zeros to an array. Its memory doubles whenever the count is a power of two.
 * @param array address of the pointer to the elements, which is NULL while there are none
 * @param count of the elements; only this function makes it larger
 * @param size of an element, in bytes
 * @return the new element; NULL if memory is used up, and then the array is as before
 */
static inline void *array_add(void *array, size_t *count, size_t size) {
    char *items;
    memcpy(&items, array, sizeof items);
    if ((*count & (*count - 1)) == 0) {
        items = reallocarray(items, *count ? 2 * *count : 1, size);
        if (!items)
            return NULL;
        memcpy(array, &items, sizeof items);
    }
    return memset(items + size * (*count)++, 0, size);
}

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
