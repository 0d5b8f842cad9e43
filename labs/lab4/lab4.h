/**
 * @file lab4.h
 * @brief Lab 4: three trees that differ in who adds to whom. The interface; do not edit.
 */
#ifndef WARPLAB_LAB4_H
#define WARPLAB_LAB4_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name The ladder
 * Each adds up an array: `*d_out = d_in[0] + d_in[1] + ... + d_in[n - 1]`, by a tree in shared memory.
 *
 * The launchers run on the host and choose grid, block and shared memory of the kernels they launch. All
 * work is ordered on the default stream; a launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, one int; receives the sum, which wraps modulo 2^32
 * @param d_scratch device, n + 4096 ints for the blocks' sums, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything; the sum of none is 0
 * @{
 */
/** @brief Neighbours are added by the thread that owns the left one. Given, to be read. */
void reduce_neighbored(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief The same pairs, but threads 0, 1, 2, ... add them: idle threads fill whole warps. */
void reduce_neighbored_less(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief Pairs half of what is left apart: besides, lanes beside each other use different banks. */
void reduce_interleaved(const int *d_in, int *d_out, int *d_scratch, int n);
/** @} */

#ifdef __cplusplus
}
#endif

#endif
