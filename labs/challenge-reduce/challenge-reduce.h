/**
 * @file challenge-reduce.h
 * @brief Challenge: the sum of an array, as fast as memory can be read. The interface; do not edit.
 */
#ifndef WARPLAB_CHALLENGE_REDUCE_H
#define WARPLAB_CHALLENGE_REDUCE_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Adds up an array: `*d_out = d_in[0] + ... + d_in[n - 1]`.
 *
 * The launcher runs on the host and chooses grid, block and shared memory. All work is ordered on the default
 * stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints, aligned as cudaMalloc() does; must be as before when the work is done
 * @param d_out     device, one int; receives the sum, which wraps modulo 2^32, and of no elements is 0
 * @param d_scratch device, n + 4096 ints, aligned as cudaMalloc() does; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void challenge_reduce(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
