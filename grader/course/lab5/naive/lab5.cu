// Lab 5, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab5.h"
#include "warplab.h"

enum { BLOCK = 512 };

// Lab 4's interleaved tree: one element per thread.
//
// What hurts: half of the threads never add, and each has one load under way.
__global__ void reduce_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int sums[BLOCK];
    const unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void reduce_levels(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int *from = d_in;
    int left = n;
    do {
        const int blocks = left > 0 ? wl_ceil_div(left, BLOCK) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        reduce_kernel<<<blocks, BLOCK>>>(from, to, left);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        d_scratch += blocks;
        left = blocks;
    } while (left > 1);
}

void reduce_unroll2(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(d_in, d_out, d_scratch, n);
}

void reduce_unroll4(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(d_in, d_out, d_scratch, n);
}

void reduce_unroll8(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(d_in, d_out, d_scratch, n);
}

void reduce_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(d_in, d_out, d_scratch, n);
}

void reduce_complete_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(d_in, d_out, d_scratch, n);
}
