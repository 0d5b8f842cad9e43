// What lab 5's lecture shows: the largest number, with three blocks of data per block of threads.
#include "warplab.h"

#include <limits.h>
#include <stdlib.h>

enum { THREADS = 256, N = 5000 };

// The tree of lab 4: every thread brings a number, and leaves with the largest of all.
__device__ int largest_of_block(int *best, int mine) {
    best[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            best[threadIdx.x] = max(best[threadIdx.x], best[threadIdx.x + stride]);
        __syncthreads();
    }
    return best[0];
}

__device__ int largest_of_rest(const int *in, unsigned int first, unsigned int n) {
    int largest = INT_MIN;
    for (unsigned int i = first; i < n; i += blockDim.x)
        largest = max(largest, in[i]);
    return largest;
}

__global__ void three_blocks_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int best[THREADS];
    const unsigned int block = blockDim.x, first = 3 * blockIdx.x * block + threadIdx.x;
    int mine = INT_MIN;
    if (first + 2 * block < n)
        mine = max(max(in[first], in[first + block]), in[first + 2 * block]);
    else
        mine = largest_of_rest(in, first, n);
    const int largest = largest_of_block(best, mine);
    if (threadIdx.x == 0)
        out[blockIdx.x] = largest;
}

// Lane 0 of each eight leaves with the largest of their numbers.
__device__ int largest_of_eight(int mine) {
    const unsigned int all = 0xffffffff;
    mine = max(mine, __shfl_down_sync(all, mine, 4, 8));
    mine = max(mine, __shfl_down_sync(all, mine, 2, 8));
    mine = max(mine, __shfl_down_sync(all, mine, 1, 8));
    return mine;
}

// Steps of the tree that a block of THREADS has, and others do not.
template <unsigned int COUNT> __device__ void upper_steps(int *best) {
    const unsigned int t = threadIdx.x;
    if (COUNT >= 256) {
        if (t < /*?*/ 128 /*?*/)
            best[t] = max(best[t], best[t + 128]);
        __syncthreads();
    }
    if (COUNT >= 128) {
        if (t < /*?*/ 64 /*?*/)
            best[t] = max(best[t], best[t + 64]);
        __syncthreads();
    }
}

__global__ void unrolled_kernel(const int *in, int *out) {
    __shared__ int best[THREADS];
    const unsigned int t = threadIdx.x;
    best[t] = in[t];
    __syncthreads();
    upper_steps<THREADS>(best);
    if (t >= 64)
        return;
    const int mine = largest_of_eight(best[t]);
    if (t % 8 == 0)
        out[t / 8] = mine;
}

int main(void) {
    int *in, *out;
    const int blocks = wl_ceil_div(N, 3 * THREADS);
    CUDA_CHECK(cudaMallocManaged((void **)&in, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, (blocks + 8) * sizeof(int)));
    for (int i = 0; i < N; i++)
        in[i] = (i * 37) % N - 2 * N;
    three_blocks_kernel<<<blocks, THREADS>>>(in, out, N);
    CUDA_CHECK(cudaGetLastError());
    unrolled_kernel<<<1, THREADS>>>(in, out + blocks);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    int largest = INT_MIN, of_first = INT_MIN, expected = INT_MIN;
    for (int b = 0; b < blocks; b++)
        largest = out[b] > largest ? out[b] : largest;
    for (int i = 0; i < 8; i++)
        of_first = out[blocks + i] > of_first ? out[blocks + i] : of_first;
    for (int i = 0; i < THREADS; i++)
        expected = in[i] > expected ? in[i] : expected;
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return largest == -1 - N && of_first == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
