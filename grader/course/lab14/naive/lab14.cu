// Lab 14, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab14.h"
#include "warplab.h"

enum { BLOCK = 256 };

// A thread for each row, which adds up the row's entries.
//
// What hurts: a warp is busy as long as its longest row, and neighbouring threads read entries that are a
// row apart, so that each lane's are in sectors of their own.
__global__ void rows_kernel(const int *offsets, const int *columns, const float *values, const float *x,
                            float *y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= rows)
        return;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

void spmv_csr(const int *d_offsets, const int *d_columns, const float *d_values, const float *d_x, float *d_y,
              int *d_scratch_rows, float *d_scratch_sums, int rows, int cols, int entries) {
    if (rows == 0)
        return;
    rows_kernel<<<wl_ceil_div(rows, BLOCK), BLOCK>>>(d_offsets, d_columns, d_values, d_x, d_y, rows);
    CUDA_CHECK(cudaGetLastError());
}
