/**
 * @file sums.h
 * @brief Of which elements a number is the sum, where the elements follow each other and are random.
 *
 * Of n random numbers of 32 bits the sums of two different stretches are rarely the same: so a value says
 * what it was added up from. Sums wrap as `unsigned` does.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** Elements from `begin` on, below `end`; none if both are the same. */
struct stretch {
    int32_t begin; /**< the first */
    int32_t end;   /**< behind the last */
};

/** The sum of the first numbers. */
struct sum_end {
    uint32_t sum; /**< of the numbers before `end` */
    int32_t end;  /**< how many they are */
};

/** The sums of a row of numbers. */
struct sums {
    int32_t n;              /**< numbers */
    uint32_t *before;       /**< sums_before(); owned */
    struct sum_end *sorted; /**< the same with the number of each, by their sums; owned */
};

/** The sums of the elements before each of @p n numbers, and of all: n + 1; the caller frees them. NULL if
 * memory is used up. */
uint32_t *sums_before(const uint32_t *numbers, int32_t n);
/** Adds up @p n numbers. @return false if memory is used up; sums_free() in any case */
bool sums_make(struct sums *sums, const uint32_t *numbers, int32_t n);
/** Frees them. Zeroed ones are allowed. */
void sums_free(struct sums *sums);
/** The sum of some elements. */
uint32_t sums_of(const struct sums *sums, struct stretch of);
/** Finds the elements of which a value is the sum; of 0 there are none.
 * @param likely where they should begin: of 10^6 stretches two may have the same sum
 * @return false if there are no such elements; then @p of has none either */
bool sums_explain(const struct sums *sums, uint32_t value, int32_t likely, struct stretch *of);
