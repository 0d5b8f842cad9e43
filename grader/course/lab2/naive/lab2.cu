// Lab 2, the naive way: where the points for speed begin. Graded by `make references` alone.
#include "lab2.h"
#include "warplab.h"
#include <limits.h>

enum { MAX_BLOCKS = 1024 };

__device__ int identity_of(enum reduce_op op) {
    return op == REDUCE_PROD || op == REDUCE_AND ? 1
           : op == REDUCE_MIN                    ? INT_MAX
           : op == REDUCE_MAX                    ? INT_MIN
                                                 : 0;
}

__device__ int combine(int a, int b, enum reduce_op op) {
    switch (op) {
    case REDUCE_SUM:
        return (int)((unsigned int)a + (unsigned int)b);
    case REDUCE_PROD:
        return (int)((unsigned int)a * (unsigned int)b);
    case REDUCE_MIN:
        return a < b ? a : b;
    case REDUCE_MAX:
        return a > b ? a : b;
    case REDUCE_AND:
        return a && b;
    default:
        return a || b;
    }
}

// Each block has one thread, which combines the block's part of the array, each to the given power.
//
// What hurts: of a warp 31 lanes are not there, and the one that is waits for each element.
__global__ void reduce_block_kernel(const int *in, int *out, int n, int part, enum reduce_op op, int power) {
    int value = identity_of(op);
    for (int i = blockIdx.x * part; i < n && i - (int)blockIdx.x * part < part; i++) {
        const unsigned int x = in[i];
        value = combine(value, (int)(power == 3 ? x * x * x : power == 2 ? x * x : x), op);
    }
    out[blockIdx.x] = value;
}

static void reduce(const int *d_in, int *d_out, int *d_scratch, int n, enum reduce_op op, int power) {
    const int part = wl_ceil_div(n, MAX_BLOCKS), blocks = n > 0 ? wl_ceil_div(n, part) : 1;
    reduce_block_kernel<<<blocks, 1>>>(d_in, d_scratch, n, part, op, power);
    CUDA_CHECK(cudaGetLastError());
    reduce_block_kernel<<<1, 1>>>(d_scratch, d_out, blocks, blocks, op, 1);
    CUDA_CHECK(cudaGetLastError());
}

void reduce_global(const int *d_in, int *d_out, int *d_scratch, int n, enum reduce_op op) {
    reduce(d_in, d_out, d_scratch, n, op, 1);
}

void reduce_squares(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce(d_in, d_out, d_scratch, n, REDUCE_SUM, 2);
}

void reduce_cubes(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce(d_in, d_out, d_scratch, n, REDUCE_SUM, 3);
}
