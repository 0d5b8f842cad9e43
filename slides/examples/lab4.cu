// What lab 4's lecture shows: the kernel that is given, and the largest number by the other two trees.
#include "warplab.h"

#include <limits.h>
#include <stdlib.h>

enum { THREADS = 512, N = THREADS };

__global__ void neighbored_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int sums[THREADS];
    const unsigned int t = threadIdx.x;
    sums[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        *out = sums[0];
}

__global__ void less_divergence_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int best[THREADS];
    const unsigned int t = threadIdx.x;
    best[t] = t < n ? in[t] : INT_MIN;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        const unsigned int left = /*?*/ 2 * stride * t /*?*/;
        if (/*?*/ left < blockDim.x /*?*/)
            best[left] = max(best[left], best[left + stride]);
        __syncthreads();
    }
    if (t == 0)
        *out = best[0];
}

__global__ void interleaved_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int best[THREADS];
    const unsigned int t = threadIdx.x;
    best[t] = t < n ? in[t] : INT_MIN;
    __syncthreads();
    for (unsigned int stride = /*?*/ blockDim.x / 2 /*?*/; stride > 0; stride /= 2) {
        if (/*?*/ t < stride /*?*/)
            best[t] = max(best[t], best[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        *out = best[0];
}

int main(void) {
    int *in, *out, sum = 0;
    CUDA_CHECK(cudaMallocManaged((void **)&in, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, 3 * sizeof(int)));
    for (int i = 0; i < N; i++) {
        in[i] = (i * 37) % N - N;
        sum += in[i];
    }
    neighbored_kernel<<<1, THREADS>>>(in, out, N);
    CUDA_CHECK(cudaGetLastError());
    less_divergence_kernel<<<1, THREADS>>>(in, out + 1, N);
    CUDA_CHECK(cudaGetLastError());
    interleaved_kernel<<<1, THREADS>>>(in, out + 2, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const bool right = out[0] == sum && out[1] == -1 && out[2] == -1;
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
