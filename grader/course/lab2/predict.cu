// Lab 2: the programs that ./grade lab2 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: levels
__global__ void level_kernel(int *data, int *sums) {
    const int t = threadIdx.x;
    int *const mine = data + blockIdx.x * blockDim.x;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            mine[t] = wl_add(mine[t], mine[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = mine[0];
}

static void levels(int *in, int *out, int n, int block, int) {
    while (n > 1) {
        const int threads = n < block ? n : block;
        level_kernel<<<n / threads, threads>>>(in, out);
        n /= threads;
        int *const sums = out;
        out = in;
        in = sums;
    }
}

// program: one_pass
__global__ void pass_kernel(int *data) {
    const int t = threadIdx.x;
    int *const mine = data + blockIdx.x * blockDim.x;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            mine[t] += mine[t + stride];
        __syncthreads();
    }
}

static void one_pass(int *in, int *, int n, int block, int) { pass_kernel<<<n / block, block>>>(in); }

// program: pairs
__global__ void pairs_kernel(int *data, int stride) {
    const int left = 2 * stride * (blockIdx.x * blockDim.x + threadIdx.x);
    data[left] += data[left + stride];
}

static void pairs(int *in, int *, int n, int block, int stride) {
    pairs_kernel<<<n / (2 * stride) / block, block>>>(in, stride);
}

QUESTION_PROGRAMS({"levels", levels}, {"one_pass", one_pass}, {"pairs", pairs})
