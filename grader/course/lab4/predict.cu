// Lab 4: the programs that ./grade lab4 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: neighbored
__global__ void neighbored_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void neighbored(int *in, int *out, int n, int block, int) {
    neighbored_kernel<<<n / block, block, block * sizeof(int)>>>(in, out);
}

// program: neighbored_less
__global__ void neighbored_less_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        const int left = 2 * stride * t;
        __syncthreads();
        if (left < blockDim.x)
            sums[left] += sums[left + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void neighbored_less(int *in, int *out, int n, int block, int) {
    neighbored_less_kernel<<<n / block, block, block * sizeof(int)>>>(in, out);
}

// program: interleaved
__global__ void interleaved_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

static void interleaved(int *in, int *out, int n, int block, int) {
    interleaved_kernel<<<n / block, block, block * sizeof(int)>>>(in, out);
}

// program: branches
__global__ void branches_kernel(int *even, unsigned char *odd, int width) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / width % 2 == 0)
        even[i] = i;
    else
        odd[i] = 1;
}

static void branches(int *in, int *out, int n, int block, int width) {
    branches_kernel<<<n / block, block>>>(in, (unsigned char *)out, width);
}

// program: columns
__global__ void columns_kernel(const int *in, int *out, int width) {
    extern __shared__ int tile[];
    const int t = threadIdx.x;
    for (int row = 0; row < 32; row++)
        tile[row * width + t] = in[row * 32 + t];
    __syncthreads();
    out[blockIdx.x * 32 + t] = tile[t * width];
}

static void columns(int *in, int *out, int tiles, int width, int) {
    columns_kernel<<<tiles, 32, 32 * width * sizeof(int)>>>(in, out, width);
}

QUESTION_PROGRAMS({"neighbored", neighbored}, {"neighbored_less", neighbored_less},
                  {"interleaved", interleaved}, {"branches", branches}, {"columns", columns})
