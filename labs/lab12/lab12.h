/**
 * @file lab12.h
 * @brief Lab 12: the product of two matrices, in tiles. The interface; do not edit.
 */
#ifndef WARPLAB_LAB12_H
#define WARPLAB_LAB12_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief The product of two matrices of floats: `d_c = d_a * d_b`.
 *
 * The launcher runs on the host and chooses grid and block of the kernels it launches. A block brings tiles
 * of both matrices into shared memory and uses each value several times (M. D. Lam, E. E. Rothberg and
 * M. E. Wolf, "The cache performance and optimizations of blocked algorithms", ASPLOS 1991). All matrices are
 * stored row by row. The sums are of floats, in any order. All work is ordered on the default stream; the
 * launcher need not wait for it.
 *
 * @param d_a   device, rows * inner floats; must be as before when the work is done
 * @param d_b   device, inner * cols floats; likewise
 * @param d_c   device, rows * cols floats; receives the product
 * @param rows  of d_a and d_c, 0 or more, not always a multiple of anything
 * @param cols  columns of d_b and d_c, likewise
 * @param inner columns of d_a, and rows of d_b, likewise; of an empty sum the result is 0
 */
void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int rows, int cols, int inner);

#ifdef __cplusplus
}
#endif

#endif
