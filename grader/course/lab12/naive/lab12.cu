// Lab 12, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab12.h"
#include "warplab.h"

enum { BLOCK = 256 };

// A thread for each element of c, which reads its row of a and its column of b.
//
// What hurts: two values come from global memory for each multiplication. Here neighbouring threads have
// neighbouring rows, so that each lane's value is in a sector of its own.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int rows, int cols, int inner) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = i % rows, col = i / rows;
    float sum = 0;
    if (col >= cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += a[row * inner + k] * b[k * cols + col];
    c[row * cols + col] = sum;
}

void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int rows, int cols, int inner) {
    if (rows == 0 || cols == 0)
        return;
    matmul_kernel<<<wl_ceil_div(rows * cols, BLOCK), BLOCK>>>(d_a, d_b, d_c, rows, cols, inner);
    CUDA_CHECK(cudaGetLastError());
}
