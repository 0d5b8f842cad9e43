/**
 * @file inputs.h
 * @brief Seeded random numbers, and the inputs that specs choose from.
 */
#ifndef WARPLAB_INPUTS_H
#define WARPLAB_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/call.h"

/** A stream of random numbers (splitmix64: Steele, Lea and Flood, OOPSLA 2014); the state is the seed. */
struct rng {
    uint64_t state; /**< the position in the stream; any value is a valid start */
};

/** The next 64 random bits. */
uint64_t rng_next(struct rng *rng);
/** A number drawn evenly from [low, high]. */
int32_t rng_between(struct rng *rng, int32_t low, int32_t high);
/** An independent stream for the @p index-th object drawn under @p seed. */
struct rng rng_stream(uint64_t seed, uint64_t index);

/** Writes @p n numbers to @p input; each component of a vector is a number. */
typedef void inputs_fill(struct rng *rng, void *input, int32_t n);
/** The base type that one of the fills below writes. @return false for another fill, which may write any */
bool inputs_element(inputs_fill *fill, enum element *element);
/** The fill that does to elements of a type what @p fill does to its own: inputs_half_small for __half and
 * inputs_float_small. Integers that go with floating-point numbers are small; there are none of unsigned long
 * long.
 * @return NULL if there is none; @p fill itself, if it may write any type */
inputs_fill *inputs_fill_for(inputs_fill *fill, enum element element);

/** @name Inputs of ints
 * @{ */
inputs_fill inputs_int_random; /**< any 32 bits: sums wrap around */
inputs_fill inputs_int_small;  /**< -100 to 100, the first not 0, so that an exclusive scan must drop it */
inputs_fill inputs_int_min;    /**< all INT_MIN */
inputs_fill inputs_int_max;    /**< all INT_MAX */
inputs_fill inputs_int_alternating; /**< INT_MAX and INT_MIN alternating */
inputs_fill inputs_int_minus_one;   /**< all -1 */
inputs_fill inputs_int_last_only;   /**< zeros, except for a random last element */
inputs_fill inputs_int_positive;    /**< 1000 to 1999: the sum soon exceeds 16 bits */
/** @} */

/** @name Inputs of integers of 16 and 64 bits
 * @{ */
inputs_fill inputs_short_random;       /**< any 16 bits */
inputs_fill inputs_short_small;        /**< as inputs_int_small */
inputs_fill inputs_short_last_only;    /**< zeros, except for a random last element */
inputs_fill inputs_longlong_random;    /**< any 64 bits */
inputs_fill inputs_longlong_small;     /**< as inputs_int_small */
inputs_fill inputs_longlong_last_only; /**< zeros, except for a random last element */
/** @} */

/** @name Inputs of floating-point numbers
 * The integers are so small that their sums, and the sums of their products, are exact in any order; those of
 * halves only below 2048.
 * @{ */
inputs_fill inputs_half_small;       /**< as inputs_float_small, and so on */
inputs_fill inputs_half_random;      /**< those of inputs_float_random, rounded */
inputs_fill inputs_half_one_nan;     /**< from -1 to 1, except for one NaN */
inputs_fill inputs_half_last_only;   /**< zeros, except for a last element from 1 to 8 */
inputs_fill inputs_float_small;      /**< integers from -8 to 8 without 0 */
inputs_fill inputs_float_random;     /**< from -1 to 1, any of 2^24 numbers */
inputs_fill inputs_float_one_nan;    /**< from -1 to 1, except for one NaN */
inputs_fill inputs_float_last_only;  /**< zeros, except for a last element from 1 to 8 */
inputs_fill inputs_double_small;     /**< as inputs_float_small, and so on */
inputs_fill inputs_double_random;    /**< any of 2^53 numbers */
inputs_fill inputs_double_one_nan;   /**< from -1 to 1, except for one NaN */
inputs_fill inputs_double_last_only; /**< zeros, except for a last element from 1 to 8 */
/** @} */

/** Divides @p end elements into @p parts consecutive parts: writes @p parts + 1 offsets, the start of each
 * part and then @p end. Without parts there are no elements. */
typedef void inputs_divide(struct rng *rng, int32_t *offsets, int32_t parts, int32_t end);

/** @name Ways to divide: rows of a sparse matrix, edges of the nodes of a graph
 * @{ */
inputs_divide inputs_parts_even;   /**< the same number in each, or one more */
inputs_divide inputs_parts_random; /**< each element in a random part: some parts are empty */
inputs_divide inputs_parts_skewed; /**< over a quarter empty, most short, and one of each 1500 with half of
                                      their elements; the same for every seed */
inputs_divide inputs_parts_one;    /**< all in one part */
inputs_divide inputs_parts_long;   /**< half of all in one part, the rest at random */
inputs_divide inputs_parts_gaps;   /**< the first, the middle and the last eighth of the parts are empty */
inputs_divide inputs_parts_known;  /**< the same for every seed, and easy to follow: the first and the last
                                        part are empty if there are more */
/** @} */

/** @name Inputs that are easy to follow by hand; the default of a trace
 * @{ */
inputs_fill inputs_byte_high; /**< 255, 254, 253, ... */
/** The number of bins that are easy to follow. */
enum { INPUTS_FEW_BINS = 8 };
/** Bytes for the first @p bins bins, mixed: 0, 5, 2, 7, ... of eight. */
void inputs_byte_few(void *input, int32_t n, int32_t bins);
/** @} */

/** @name Inputs of bytes
 * @{ */
inputs_fill inputs_byte_random;     /**< any byte */
inputs_fill inputs_byte_same;       /**< a single value: all in one bin */
inputs_fill inputs_byte_greatest;   /**< all 255 */
inputs_fill inputs_byte_sorted;     /**< ascending, all values about equally often */
inputs_fill inputs_byte_skewed;     /**< small numbers of few bits are by far the most frequent; includes 0 */
inputs_fill inputs_byte_two_values; /**< two values at random */
inputs_fill inputs_byte_last_only;  /**< zeros, except for the last element */
/** @} */

#endif
