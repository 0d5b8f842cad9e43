/**
 * @file lab13.h
 * @brief Lab 13: a stencil of 5 x 5 weights, in tiles with a halo. The interface; do not edit.
 */
#ifndef WARPLAB_LAB13_H
#define WARPLAB_LAB13_H

/** How far a neighbour may be away, in rows and in columns; and how many weights that makes on a side. */
enum { STENCIL_RADIUS = 2, STENCIL_SIDE = 2 * STENCIL_RADIUS + 1 };

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Each element becomes the weighted sum of the 5 x 5 elements around it.
 *
 * `d_out[r][c]` is the sum of `d_weights[i][j] * d_in[r + i - 2][c + j - 2]` over i and j from 0 to 4. Where
 * that row or that column does not exist, the nearest one is taken: -2 and -1 stand for 0, rows and rows + 1
 * for rows - 1, and columns likewise.
 *
 * The launcher runs on the host and chooses grid and block of the kernels it launches. A block brings a tile
 * and its halo into shared memory (P. Micikevicius, "3D finite difference computation on GPUs using CUDA",
 * GPGPU-2, 2009); the weights go to constant memory. Both arrays are stored row by row. The sums are of
 * floats, in any order. All work is ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in      device, rows * cols floats; must be as before when the work is done
 * @param d_weights device, 25 floats, row by row; likewise; others in each call
 * @param d_out     device, rows * cols floats; receives the sums
 * @param rows      of d_in and d_out, 0 or more, not always a multiple of anything
 * @param cols      columns of both, likewise
 */
void stencil_tiled(const float *d_in, const float *d_weights, float *d_out, int rows, int cols);

#ifdef __cplusplus
}
#endif

#endif
