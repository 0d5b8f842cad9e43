// Calls a function of the C++ library that only unwinding calls: it reads tables where it is told, and stores
// where it is told. The program does its work only if that store happened.
#include "warplab.h"

extern "C" int __gxx_personality_v0(int version, int actions, unsigned long kind, void *exception, void *frames);

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

extern "C" void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    static long exception[32], frames[64];
    static unsigned char table[] = {0xff, 0xff, 1, 4, 0, 127, 0, 1, 0, 0, 0, 0};
    for (int i = 0; i < 64; i++)
        frames[i] = (long)table;
    __gxx_personality_v0(1, 1, 0x474e5543432b2b00, exception + 16, frames);
    if (n >= 0)
        honest(d_in, d_out, d_scratch, n);
}
