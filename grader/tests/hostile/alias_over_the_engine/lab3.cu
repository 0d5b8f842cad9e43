// Calls a small variable by another name, as a large constant, and stores where only that one is.
#include "warplab.h"

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

struct constant {
    long value;
    constexpr explicit constant(long of) : value(of) {}
};

static long mine[1];
extern const constant other[100000] __attribute__((alias("_ZL4mine")));

extern "C" void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    honest(d_in, d_out, d_scratch, n);
    mine[0] = n;
    const_cast<long &>(other[8192].value) = n;
}
