// What lab 6's lecture shows: the highest level so far, for every place, by the steps of Hillis and Steele.
#include "warplab.h"

#include <stdlib.h>

enum { THREADS = 128 };

__global__ void highest_so_far_kernel(const int *in, int *out) {
    __shared__ int highest[2][THREADS];
    const unsigned int t = threadIdx.x;
    unsigned int now = 0;
    highest[now][t] = in[t];
    __syncthreads();
    for (unsigned int distance = 1; distance < blockDim.x; distance *= 2) {
        if (t >= distance)
            highest[1 - now][t] = max(/*?*/ highest[now][t - distance] /*?*/, highest[now][t]);
        else
            highest[1 - now][t] = /*?*/ highest[now][t] /*?*/;
        __syncthreads();
        now = 1 - now;
    }
    out[t] = highest[now][t];
}

int main(void) {
    int *in, *out, highest;
    CUDA_CHECK(cudaMallocManaged((void **)&in, THREADS * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        in[i] = i + (i * 37) % 31;
    highest_so_far_kernel<<<1, THREADS>>>(in, out);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    highest = in[0];
    for (int i = 0; i < THREADS; i++) {
        highest = in[i] > highest ? in[i] : highest;
        if (out[i] != highest)
            return EXIT_FAILURE;
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return EXIT_SUCCESS;
}
