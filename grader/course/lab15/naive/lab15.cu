// Lab 15, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab15.h"
#include "warplab.h"

enum { BLOCK = 256 };

// Each thread that keeps its element asks for a place.
//
// What hurts: half of all threads wait for one word.
__global__ void compact_kernel(const int *d_in, int *d_out, int *d_count, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && d_in[i] > 0)
        d_out[atomicAdd(d_count, 1)] = d_in[i];
}

void compact_any(const int *d_in, int *d_out, int *d_count, int n) {
    CUDA_CHECK(cudaMemset(d_count, 0, sizeof *d_count));
    if (n == 0)
        return;
    compact_kernel<<<wl_ceil_div(n, BLOCK), BLOCK>>>(d_in, d_out, d_count, n);
    CUDA_CHECK(cudaGetLastError());
}
