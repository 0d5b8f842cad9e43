/**
 * @file lab2.h
 * @brief Lab 2: any reduce of an array, by a tree in global memory. The interface; do not edit.
 */
#ifndef WARPLAB_LAB2_H
#define WARPLAB_LAB2_H

#ifdef __cplusplus
extern "C" {
#endif

/** What a reduce combines two values with. All are associative, so the tree may bracket them as it likes. */
enum reduce_op {
    REDUCE_SUM,  /**< a + b, wraps modulo 2^32 */
    REDUCE_PROD, /**< a * b, wraps modulo 2^32 */
    REDUCE_MIN,  /**< the smaller one */
    REDUCE_MAX,  /**< the larger one */
    REDUCE_AND,  /**< a && b: 1 if both are other than 0, else 0 */
    REDUCE_OR    /**< a || b: 1 if one is other than 0, else 0 */
};

/**
 * @brief Combines an array to one value: `*d_out = d_in[0] op d_in[1] op ... op d_in[n - 1]`.
 *
 * Two launches: in the first, each block climbs a tree over its part of the array and leaves one value; in
 * the second, one block does the same with those values. 2^20 elements are 1024 blocks of 1024. All work is
 * ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, one int; receives the result, which for no elements is the operator's identity
 *                  and for REDUCE_AND and REDUCE_OR is 0 or 1, also if n is 1
 * @param d_scratch device, n + 4096 ints for the trees and the blocks' values; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 * @param op        the operator
 */
void reduce_global(const int *d_in, int *d_out, int *d_scratch, int n, enum reduce_op op);

/**
 * @brief Adds up squares: `*d_out = d_in[0] * d_in[0] + ...`, by the tree of the offset and the mask.
 *
 * Parameters are those of reduce_global(). Squares and their sum wrap modulo 2^32; the sum of none is 0.
 * d_scratch[b] may be left as the clocks that block b of the first launch took, for b up to 1023: the
 * program in try.cu shows them. They are not graded.
 */
void reduce_squares(const int *d_in, int *d_out, int *d_scratch, int n);

/** @brief Adds up cubes, as reduce_squares() does squares. */
void reduce_cubes(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
