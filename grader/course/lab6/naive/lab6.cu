// Lab 6, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab6.h"
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

void scan_hillis_steele(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int blocks = wl_ceil_div(n, BLOCK);
    int steps = 0;
    if (n == 0)
        return;
    while (1ll << steps < n)
        steps++;
    // The first step's target is chosen so that the last one's is d_out.
    int *to = steps % 2 ? d_out : d_scratch, *other = steps % 2 ? d_scratch : d_out;
    step_kernel<<<blocks, BLOCK>>>(d_in, steps ? to : d_out, n, 1);
    CUDA_CHECK(cudaGetLastError());
    for (int step = 1; step < steps; step++) {
        step_kernel<<<blocks, BLOCK>>>(to, other, n, 1u << step);
        CUDA_CHECK(cudaGetLastError());
        int *const written = other;
        other = to;
        to = written;
    }
}
