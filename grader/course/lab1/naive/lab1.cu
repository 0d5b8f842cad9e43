// Lab 1, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab1.h"
#include "warplab.h"

// Each thread copies a stretch of elements that follow each other: natural on a CPU.
//
// What hurts: in every round the 32 lanes of a warp touch 32 places far apart, in as many sectors.
__global__ void copy_kernel(const int *in, int *out, unsigned int n, unsigned int stretch) {
    const unsigned int begin = (blockIdx.x * blockDim.x + threadIdx.x) * stretch;
    for (unsigned int i = begin; i < begin + stretch && i < n; i++)
        out[i] = in[i];
}

void copy_grid_stride(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int block = 256, needed = wl_ceil_div(n, block), blocks = needed < 1024 ? needed : 1024;
    if (n == 0)
        return;
    copy_kernel<<<blocks, block>>>(d_in, d_out, n, wl_ceil_div(n, blocks * block));
    CUDA_CHECK(cudaGetLastError());
}
