// Lab 13: a stencil of 5 x 5 weights, in tiles with a halo.
// Build: make lab13       Grade: ./grade lab13       Interface: lab13.h
#include "lab13.h"
#include "warplab.h"

// Rows and columns of a tile: a block has a thread for each of its elements. A row is as wide as a warp.
enum { TILE_ROWS = WL_BLOCK(8), TILE_COLS = WL_BLOCK(32) };
// With the halo, which is as wide as the stencil reaches, on all four sides.
enum { HALO_ROWS = TILE_ROWS + 2 * STENCIL_RADIUS, HALO_COLS = TILE_COLS + 2 * STENCIL_RADIUS };

// Lanes that read one word of constant memory receive it at once.
__constant__ float weights[STENCIL_SIDE * STENCIL_SIDE];

// The row or column that stands for i, of so many.
__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

// Each block makes one tile of out; each thread, one element of it.
//
// What this version fixes: without a tile every thread reads 25 elements from global memory, and its
// neighbours read nearly the same. Here a block brings its tile and the halo around it into shared memory,
// and each value that was brought is used up to 25 times.
// What still hurts: for each multiplication one value is read from shared memory. A thread that makes several
// elements of a column keeps the values that they have in common in registers.
__global__ void stencil_kernel(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[HALO_ROWS][HALO_COLS];
    // Of the halo's upper left corner; outside of the array for the first blocks.
    const int first_row = (int)blockIdx.y * TILE_ROWS - STENCIL_RADIUS;
    const int first_col = (int)blockIdx.x * TILE_COLS - STENCIL_RADIUS;

    // There are more elements than threads: each brings one, and some bring two.
    const int thread = threadIdx.y * TILE_COLS + threadIdx.x;
    for (int k = thread; k < HALO_ROWS * HALO_COLS; k += TILE_ROWS * TILE_COLS) {
        const int r = k / HALO_COLS, c = k % HALO_COLS;
        tile[r][c] = in[nearest(first_row + r, rows) * cols + nearest(first_col + c, cols)];
    }
    __syncthreads();

    const int row = blockIdx.y * TILE_ROWS + threadIdx.y;
    const int col = blockIdx.x * TILE_COLS + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < STENCIL_SIDE; i++)
        for (int j = 0; j < STENCIL_SIDE; j++)
            sum += weights[i * STENCIL_SIDE + j] * tile[threadIdx.y + i][threadIdx.x + j];
    if (row < rows && col < cols)
        out[row * cols + col] = sum;
}

void stencil_tiled(const float *d_in, const float *d_weights, float *d_out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    // From device memory to device memory: d_weights is no pointer of the host.
    CUDA_CHECK(cudaMemcpyToSymbol(weights, d_weights, sizeof weights, 0, cudaMemcpyDeviceToDevice));
    const dim3 block(TILE_COLS, TILE_ROWS);
    const dim3 grid(wl_ceil_div(cols, TILE_COLS), wl_ceil_div(rows, TILE_ROWS));
    stencil_kernel<<<grid, block>>>(d_in, d_out, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
