// What the kernel is to do is a structure in device memory: each thread loads its members.
#include "lab3.h"
#include "warplab.h"
struct plan {
    int threads, first_stride;
};
__device__ plan chosen = {256, 128};
__global__ void good(const int *in, int *out, int n) {
    __shared__ int sums[256];
    const int t = threadIdx.x, i = blockIdx.x * chosen.threads + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = chosen.first_stride; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
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
