// Upper threads read, as arguments of a function, what lower ones write without a barrier between.
#include "warplab.h"

struct part {
    int value;
};
struct half {
    part parts[128];
};

__device__ __attribute__((noinline)) int any_of(half h, int i) { return h.parts[i].value; }

__global__ void sum_kernel(const int *in, int *out, int n) {
    __shared__ half sums[2];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sums[t / 128].parts[t % 128].value = i < n ? in[i] : 0;
    __syncthreads();
    if (t < 128)
        sums[0].parts[t].value += sums[1].parts[t].value;
    else if (any_of(sums[0], t - 128) == n && n < 0)
        out[1] = 0;
    __syncthreads();
    for (int stride = 64; stride > 0; stride /= 2) {
        if (t < stride)
            sums[0].parts[t].value += sums[0].parts[t + stride].value;
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0].parts[0].value;
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
    honest(d_in, d_out, d_scratch, n);
}
