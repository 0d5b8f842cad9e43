// Lab 7, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab7.h"
#include "warplab.h"

enum { BLOCK = 256 };

// One step of Hillis and Steele over the whole array, in global memory.
//
// What hurts: each of the log2 n steps reads the whole array twice and writes it once.
__global__ void step_kernel(const int *from, int *to, unsigned int n, unsigned int distance) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = i >= distance ? wl_add(from[i - distance], from[i]) : from[i];
}

// The exclusive scan begins with each element one place further right.
__global__ void shift_kernel(const int *in, int *out, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i > 0 ? in[i - 1] : 0;
}

void scan_blelloch(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int blocks = wl_ceil_div(n, BLOCK);
    int steps = 0;
    if (n == 0)
        return;
    while (1ll << steps < n)
        steps++;
    // The steps go back and forth; the last one's target is d_out.
    int *from = steps % 2 ? d_scratch : d_out, *to = steps % 2 ? d_out : d_scratch;
    shift_kernel<<<blocks, BLOCK>>>(d_in, from, n);
    CUDA_CHECK(cudaGetLastError());
    for (int step = 0; step < steps; step++) {
        step_kernel<<<blocks, BLOCK>>>(from, to, n, 1u << step);
        CUDA_CHECK(cudaGetLastError());
        int *const written = to;
        to = from;
        from = written;
    }
}
