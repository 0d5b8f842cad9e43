// Lab 10, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab10.h"
#include "warplab.h"

enum { TILE = 256, BINS = 256 };

// Each block sorts a tile by odd-even transposition, and adds the lengths of its runs to the bins.
//
// What hurts: a tile of 256 keys takes 256 steps, with a barrier each; a radix sort of bytes takes eight.
__global__ void sort_reduce_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    __shared__ unsigned int keys[TILE + 1];
    const unsigned int t = threadIdx.x, i = blockIdx.x * TILE + t;
    keys[t] = i < n ? in[i] : BINS;
    if (t == 0)
        keys[TILE] = BINS;
    __syncthreads();
    for (unsigned int step = 0; step < TILE; step++) {
        const unsigned int left = keys[t], right = t + 1 < TILE ? keys[t + 1] : BINS;
        if (t % 2 == step % 2 && t + 1 < TILE && left > right) {
            keys[t] = right;
            keys[t + 1] = left;
        }
        __syncthreads();
    }
    // The first of a run counts it.
    if (keys[t] < BINS && (t == 0 || keys[t - 1] != keys[t])) {
        unsigned int end = t + 1;
        while (keys[end] == keys[t])
            end++;
        atomicAdd(&bins[keys[t]], end - t);
    }
}

void histogram_sort_reduce(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof *d_bins));
    if (n == 0)
        return;
    sort_reduce_kernel<<<wl_ceil_div(n, TILE), TILE>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}
