/**
 * @file lab5.h
 * @brief Lab 5: the interleaved tree, unrolled in five steps. The interface; do not edit.
 */
#ifndef WARPLAB_LAB5_H
#define WARPLAB_LAB5_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name The ladder
 * Each adds up an array: `*d_out = d_in[0] + d_in[1] + ... + d_in[n - 1]`.
 *
 * The launchers run on the host and choose grid, block and shared memory of the kernels they launch. The
 * blocks' sums may be added by further launches, or copied to the host and added there. All device work is
 * ordered on the default stream; a launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, one int; receives the sum, which wraps modulo 2^32
 * @param d_scratch device, n + 4096 ints for the blocks' sums, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything; the sum of none is 0
 * @{
 */
/** @brief A block of threads adds two blocks of data: each thread loads two elements. */
void reduce_unroll2(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief Four blocks of data. */
void reduce_unroll4(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief Eight blocks of data. */
void reduce_unroll8(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief Eight, and the tree's last warp goes on alone, without barriers of the block. */
void reduce_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n);
/** @brief The same with no loop left at all: a template whose parameter is the block's size. */
void reduce_complete_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n);
/** @} */

#ifdef __cplusplus
}
#endif

#endif
