// Barriers with a number, at which some warps of a block meet.
#include <cuda_runtime.h>

enum { BLOCK = 128 };

__device__ void meet(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/* Each half of the block sums up what is its own, by itself. */
__global__ void halves(int *out) {
    __shared__ int s[BLOCK];
    const int half = threadIdx.x / 64, t = threadIdx.x % 64;
    int *own = s + 64 * half;
    own[t] = 1;
    for (int stride = 32; stride > 0; stride /= 2) {
        meet(1 + half, 64);
        if (t < stride)
            own[t] += own[t + stride];
    }
    if (t == 0)
        out[half] = own[0];
}

/* Warps 0 and 2 meet, and all warps at a barrier of the block. */
__global__ void not_neighbours(int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = 2;
    if (threadIdx.x / 32 % 2 == 0) {
        asm volatile("barrier.sync 3, 64;" ::: "memory");
        out[threadIdx.x] = s[threadIdx.x ^ 64];
    }
    asm volatile("bar.sync 0;" ::: "memory");
    out[BLOCK + threadIdx.x] = s[BLOCK - 1 - threadIdx.x];
    asm volatile("bar.sync 5;" ::: "memory");
    s[threadIdx.x] = 3;
}

/* The warps of the other half are not at this barrier. */
__global__ void too_few(int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = (int)threadIdx.x;
    meet(1 + threadIdx.x / 64, 64);
    out[threadIdx.x] = s[BLOCK - 1 - threadIdx.x]; // expect: race
}

/* One warp of two comes. */
__global__ void one_is_missing(int *out) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // expect: deadlock
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 2 * BLOCK * sizeof *out);
    halves<<<1, BLOCK>>>(out);
    not_neighbours<<<1, BLOCK>>>(out);
    too_few<<<1, BLOCK>>>(out);
    one_is_missing<<<1, BLOCK>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
