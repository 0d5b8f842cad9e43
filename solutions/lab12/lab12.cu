// Lab 12: the product of two matrices, in tiles.
// Build: make lab12       Grade: ./grade lab12       Interface: lab12.h
#include "lab12.h"
#include "warplab.h"

// Rows and columns of a tile: a block has a thread for each of its elements.
enum { TILE = WL_BLOCK(16) };

// Each block makes one tile of c; each thread, one element of it.
//
// What this version fixes: without tiles every thread reads a row of a and a column of b from global memory,
// and its neighbours read the same again. Here a block brings a tile of each into shared memory, once for
// all of its threads, and each value that was brought is used TILE times.
// What still hurts: for each multiplication two values are read from shared memory, and that is what the
// multiprocessor is busy with. Threads that make several elements keep values in registers.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int rows, int cols, int inner) {
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int first = 0; first < inner; first += TILE) {
        const int k_of_a = first + threadIdx.x;
        const int k_of_b = first + threadIdx.y;
        // Beyond the matrices there are zeros, which add nothing.
        as[threadIdx.y][threadIdx.x] = row < rows && k_of_a < inner ? a[row * inner + k_of_a] : 0;
        bs[threadIdx.y][threadIdx.x] = k_of_b < inner && col < cols ? b[k_of_b * cols + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        // Nobody brings the next tiles before all have used these.
        __syncthreads();
    }
    if (row < rows && col < cols)
        c[row * cols + col] = sum;
}

void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int rows, int cols, int inner) {
    if (rows == 0 || cols == 0)
        return;
    const dim3 block(TILE, TILE);
    const dim3 grid(wl_ceil_div(cols, TILE), wl_ceil_div(rows, TILE));
    matmul_kernel<<<grid, block>>>(d_a, d_b, d_c, rows, cols, inner);
    CUDA_CHECK(cudaGetLastError());
}
