// What lab 3's lecture shows: the largest number of an array, by a tree in shared memory.
#include "warplab.h"

#include <limits.h>
#include <stdlib.h>

enum { THREADS = 128, N = 1000 };

// The largest of each block's numbers.
__global__ void largest_kernel(const int *in, int *out, unsigned int n) {
    extern __shared__ int best[];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + t;
    best[t] = i < n ? in[i] : /*?*/ INT_MIN /*?*/;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (/*?*/ t < stride /*?*/)
            best[t] = max(best[t], best[t + stride]);
        __syncthreads();
    }

    if (t == 0)
        out[blockIdx.x] = best[0];
}

int main(void) {
    int *in, *out;
    const int blocks = wl_ceil_div(N, THREADS);
    CUDA_CHECK(cudaMallocManaged((void **)&in, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, blocks * sizeof(int)));
    for (int i = 0; i < N; i++)
        in[i] = -1 - (i * 37) % N;
    largest_kernel<<<blocks, THREADS, THREADS * sizeof(int)>>>(in, out, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int b = 0; b < blocks; b++) {
        int expected = INT_MIN;
        for (int i = b * THREADS; i < N && i < (b + 1) * THREADS; i++)
            expected = in[i] > expected ? in[i] : expected;
        if (out[b] != expected)
            return EXIT_FAILURE;
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return EXIT_SUCCESS;
}
