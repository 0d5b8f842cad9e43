// Lab 11, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab11.h"
#include "warplab.h"

enum { PART = 1024 };

// The one thread of each block counts what it keeps.
//
// What hurts: of a warp 31 lanes are not there, and the one that is waits for each element.
__global__ void count_kernel(const int *in, int *counts, int n) {
    int kept = 0;
    for (int i = blockIdx.x * PART; i < n && i - (int)blockIdx.x * PART < PART; i++)
        kept += in[i] > 0;
    counts[blockIdx.x] = kept;
}

// One thread makes of the counts the places where each block's elements begin; the total follows them.
__global__ void scan_counts_kernel(int *counts, int blocks) {
    int before = 0;
    for (int b = 0; b < blocks; b++) {
        const int kept = counts[b];
        counts[b] = before;
        before += kept;
    }
    counts[blocks] = before;
}

// The one thread of each block moves them, and clears the block's places behind the last of all.
__global__ void move_kernel(const int *in, int *out, const int *begins, int n) {
    int to = begins[blockIdx.x];
    for (int i = blockIdx.x * PART; i < n && i - (int)blockIdx.x * PART < PART; i++) {
        if (in[i] > 0)
            out[to++] = in[i];
        if (i >= begins[gridDim.x])
            out[i] = 0;
    }
}

void compact_positive(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int blocks = wl_ceil_div(n, PART);
    if (n == 0)
        return;
    count_kernel<<<blocks, 1>>>(d_in, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    scan_counts_kernel<<<1, 1>>>(d_scratch, blocks);
    CUDA_CHECK(cudaGetLastError());
    move_kernel<<<blocks, 1>>>(d_in, d_out, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
}
