// Lab 3: the programs that ./grade lab3 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: in_shared
__global__ void in_shared_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] = wl_add(sums[t], sums[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void in_shared(int *in, int *out, int n, int block, int) {
    in_shared_kernel<<<n / block, block, block * sizeof(int)>>>(in, out);
}

// program: in_global
__global__ void in_global_kernel(int *data, int *out) {
    const int t = threadIdx.x;
    int *const mine = data + blockIdx.x * blockDim.x;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            mine[t] += mine[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = mine[0];
}

static void in_global(int *in, int *out, int n, int block, int) {
    in_global_kernel<<<n / block, block>>>(in, out);
}

QUESTION_PROGRAMS({"in_shared", in_shared}, {"in_global", in_global})
