// Lab 6: the programs that ./grade lab6 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: one_block
__global__ void one_block_kernel(const int *in, int *out) {
    extern __shared__ int sums[];
    const int t = threadIdx.x;
    int from = 0, to = blockDim.x;
    sums[t] = in[t];
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        __syncthreads();
        int sum = sums[from + t];
        if (t >= offset)
            sum = wl_add(sum, sums[from + t - offset]);
        sums[to + t] = sum;
        from = to;
        to = blockDim.x - from;
    }
    __syncthreads();
    out[t] = sums[from + t];
}

static void one_block(int *in, int *out, int n, int, int) {
    one_block_kernel<<<1, n, 2 * n * sizeof(int)>>>(in, out);
}

// program: any_size
__global__ void scan_kernel(int *data, int *totals) {
    extern __shared__ int sums[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    sums[t] = data[i];
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        __syncthreads();
        const int left = t >= offset ? sums[t - offset] : 0;
        __syncthreads();
        sums[t] += left;
    }
    data[i] = sums[t];
    if (t == blockDim.x - 1)
        totals[blockIdx.x] = sums[t];
}

__global__ void add_kernel(int *data, const int *totals) {
    if (blockIdx.x > 0)
        data[blockIdx.x * blockDim.x + threadIdx.x] += totals[blockIdx.x - 1];
}

static void any_size(int *data, int *totals, int n, int block, int) {
    const int threads = n < block ? n : block, blocks = n / threads;
    scan_kernel<<<blocks, threads, threads * sizeof(int)>>>(data, totals);
    if (blocks > 1) {
        any_size(totals, totals + blocks, blocks, block, 0);
        add_kernel<<<blocks, threads>>>(data, totals);
    }
}

QUESTION_PROGRAMS({"one_block", one_block}, {"any_size", any_size})
