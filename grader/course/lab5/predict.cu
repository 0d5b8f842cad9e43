// Lab 5: the programs that ./grade lab5 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: unrolled
__global__ void unrolled_kernel(const int *in, int *out, int parts) {
    extern __shared__ int sums[];
    const int t = threadIdx.x, first = blockIdx.x * blockDim.x * parts + t;
    int sum = in[first];
    for (int part = 1; part < parts; part++)
        sum = wl_add(sum, in[first + part * blockDim.x]);
    sums[t] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] = wl_add(sums[t], sums[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void unrolled(int *in, int *out, int n, int block, int parts) {
    unrolled_kernel<<<n / parts / block, block, block * sizeof(int)>>>(in, out, parts);
}

// program: last_warp
__global__ void last_warp_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = blockDim.x / 2; stride >= 32; stride /= 2) {
        if (t < stride)
            sums[t] = wl_add(sums[t], sums[t + stride]);
        __syncthreads();
    }
    if (t < 32) {
        int sum = sums[t];
        for (int offset = 16; offset > 0; offset /= 2)
            sum = wl_add(sum, __shfl_down_sync(0xffffffffu, sum, offset));
        if (t == 0)
            out[blockIdx.x] = sum;
    }
}

static void last_warp(int *in, int *out, int n, int block, int) {
    last_warp_kernel<<<n / block, block, block * sizeof(int)>>>(in, out);
}

QUESTION_PROGRAMS({"unrolled", unrolled}, {"last_warp", last_warp})
