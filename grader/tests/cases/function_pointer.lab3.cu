// A pointer to a function lies in device memory: each thread loads it, which is one broadcast for a warp.
#include "lab3.h"
#include "warplab.h"

#define THREADS 128
typedef int operation(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ operation *chosen = add;
__global__ void sum(const int *in, int *out, int n) {
    __shared__ volatile int sums[THREADS];
    operation *const op = chosen;
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    int d = THREADS / 2;
    sums[t] = i < n ? in[i] : 0;
again:
    __syncthreads();
    if (t < d)
        sums[t] = op(sums[t], sums[t + d]);
    d >>= 1;
    if (d)
        goto again;
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    for (int blocks;; n = blocks) {
        blocks = n > 0 ? wl_ceil_div(n, THREADS) : 1;
        sum<<<blocks, THREADS>>>(d_in, blocks == 1 ? d_out : d_scratch, n);
        CUDA_CHECK(cudaGetLastError());
        if (blocks == 1)
            break;
        d_in = d_scratch;
        d_scratch += blocks;
    }
}
