// As many blocks as a GPU holds meet at grid.sync(), each thread with an array of its own.
#include "lab3.h"
#include "warplab.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { BLOCK = 384, OWN = 4 };

__device__ int reduce_block(int *of_warps, int value) {
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_xor_sync(~0u, value, d);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < BLOCK / 32 ? of_warps[threadIdx.x] : 0;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_xor_sync(~0u, value, d);
    return value; // in the first warp
}

__global__ void reduce_kernel(const int *in, int *partials, int *out, unsigned int n) {
    __shared__ int of_warps[BLOCK / 32];
    int sums[OWN] = {0};
    unsigned int next = 0;
    for (unsigned int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        sums[next++ % OWN] += in[i];
    const int sum = reduce_block(of_warps, sums[0] + sums[1] + sums[2] + sums[3]);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
    cg::this_grid().sync();
    if (blockIdx.x > 0)
        return;
    int value = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += BLOCK)
        value += partials[i];
    value = reduce_block(of_warps, value);
    if (threadIdx.x == 0)
        *out = value;
}

void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    int device = 0, multiprocessors = 1, of_each = 1;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, reduce_kernel, BLOCK, 0));
    int blocks = min(multiprocessors * of_each, max(wl_ceil_div(n, BLOCK), 1));
    unsigned int count = (unsigned int)n;
    void *args[] = {&d_in, &d_scratch, &d_out, &count};
    CUDA_CHECK(
        cudaLaunchCooperativeKernel((const void *)reduce_kernel, dim3(blocks), dim3(BLOCK), args, 0, 0));
}
