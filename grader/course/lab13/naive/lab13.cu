// Lab 13, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab13.h"
#include "warplab.h"

enum { BLOCK = 256 };

__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

// A thread for each element of out, which reads its 25 neighbours and the 25 weights.
//
// What hurts: two values come from global memory for each multiplication. Here neighbouring threads have
// neighbouring rows, so that each lane's value is in a sector of its own.
__global__ void stencil_kernel(const float *in, const float *weights, float *out, int rows, int cols) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread % rows, col = thread / rows;
    float sum = 0;
    if (col >= cols)
        return;
    for (int i = 0; i < STENCIL_SIDE; i++)
        for (int j = 0; j < STENCIL_SIDE; j++)
            sum +=
                weights[i * STENCIL_SIDE + j] *
                in[nearest(row + i - STENCIL_RADIUS, rows) * cols + nearest(col + j - STENCIL_RADIUS, cols)];
    out[row * cols + col] = sum;
}

void stencil_tiled(const float *d_in, const float *d_weights, float *d_out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    stencil_kernel<<<wl_ceil_div(rows * cols, BLOCK), BLOCK>>>(d_in, d_weights, d_out, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
