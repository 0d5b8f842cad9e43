/**
 * @file lab3.h
 * @brief Lab 3: the sum of an array, by a tree in shared memory. The interface; do not edit.
 */
#ifndef WARPLAB_LAB3_H
#define WARPLAB_LAB3_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Adds up an array: `*d_out = d_in[0] + d_in[1] + ... + d_in[n - 1]`.
 *
 * The launcher runs on the host and chooses grid, block and shared memory of the kernels it launches. Each
 * block adds its part of the array as a tree in shared memory; the blocks' sums are added by further
 * launches of the same kind. All work is ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, one int; receives the sum, which wraps modulo 2^32
 * @param d_scratch device, n + 4096 ints for the blocks' sums, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything; the sum of none is 0
 */
void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
