// Lab 9: the programs that ./grade lab9 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: thread_by_thread
__global__ void thread_by_thread_kernel(const int *in, int *out, int bins, int rounds) {
    extern __shared__ int counts[];
    const int t = threadIdx.x;
    for (int bin = 0; bin < bins; bin++)
        counts[t * bins + bin] = 0;
    for (int i = 0; i < rounds; i++) {
        const int bin = in[i] % bins; // the same for all threads
        counts[t * bins + bin]++;
    }
    for (int bin = 0; bin < bins; bin++)
        out[t * bins + bin] = counts[t * bins + bin];
}

static void thread_by_thread(int *in, int *out, int block, int bins, int rounds) {
    thread_by_thread_kernel<<<1, block, block * bins * sizeof(int)>>>(in, out, bins, rounds);
}

// program: bin_by_bin
__global__ void bin_by_bin_kernel(const int *in, int *out, int bins, int rounds) {
    extern __shared__ int counts[];
    const int t = threadIdx.x;
    for (int bin = 0; bin < bins; bin++)
        counts[bin * blockDim.x + t] = 0;
    for (int i = 0; i < rounds; i++) {
        const int bin = in[i] % bins; // the same for all threads
        counts[bin * blockDim.x + t]++;
    }
    for (int bin = 0; bin < bins; bin++)
        out[bin * blockDim.x + t] = counts[bin * blockDim.x + t];
}

static void bin_by_bin(int *in, int *out, int block, int bins, int rounds) {
    bin_by_bin_kernel<<<1, block, block * bins * sizeof(int)>>>(in, out, bins, rounds);
}

// program: copies
__global__ void copies_kernel(const int *in, int *out, int copies) {
    __shared__ int counts[1024];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    for (int j = t; j < 32 * copies; j += blockDim.x)
        counts[j] = 0;
    __syncthreads();
    atomicAdd(&counts[t % copies * 32 + in[i] / 1024], 1); // one bin for all of a warp
    __syncthreads();
    if (t < 32) {
        int sum = counts[t];
        for (int copy = 1; copy < copies; copy++)
            sum = wl_add(sum, counts[copy * 32 + t]);
        atomicAdd(&out[t], sum);
    }
}

static void copies(int *in, int *out, int n, int block, int copies) {
    copies_kernel<<<n / block, block>>>(in, out, copies);
}

QUESTION_PROGRAMS({"thread_by_thread", thread_by_thread}, {"bin_by_bin", bin_by_bin}, {"copies", copies})
