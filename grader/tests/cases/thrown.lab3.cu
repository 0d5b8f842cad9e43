// An exception is thrown for no elements, and caught.
#include "lab3.h"
#include "warplab.h"
#include <stdexcept>
__global__ void good(const int *in, int *out, int n) {
    __shared__ int sums[256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
static int blocks_for(int n) {
    if (n <= 0)
        throw std::invalid_argument("nothing to add");
    return (n + 255) / 256;
}
void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    try {
        blocks_for(n);
    } catch (const std::invalid_argument &) {
        CUDA_CHECK(cudaMemset(d_out, 0, sizeof(int)));
        return;
    }
    while (n > 256) {
        const int blocks = (n + 255) / 256;
        good<<<blocks, 256>>>(d_in, d_scratch, n);
        CUDA_CHECK(cudaGetLastError());
        d_in = d_scratch;
        d_scratch += blocks;
        n = blocks;
    }
    good<<<1, 256>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}
