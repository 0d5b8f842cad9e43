// What lab 7's lecture shows: the highest level before every place, by Blelloch's two sweeps.
#include "warplab.h"

#include <limits.h>
#include <stdlib.h>

enum { LEVELS = 128, THREADS = LEVELS / 2 };

__global__ void highest_before_kernel(const int *in, int *out) {
    __shared__ int tree[LEVELS];
    const unsigned int t = threadIdx.x;
    tree[2 * t] = in[2 * t];
    tree[2 * t + 1] = in[2 * t + 1];

    for (unsigned int distance = 1; distance < LEVELS; distance *= 2) {
        const unsigned int right = /*?*/ 2 * distance * (t + 1) - 1 /*?*/;
        __syncthreads();
        if (right < LEVELS)
            tree[right] = max(/*?*/ tree[right - distance] /*?*/, tree[right]);
    }

    __syncthreads();
    if (t == 0)
        tree[LEVELS - 1] = /*?*/ INT_MIN /*?*/;

    for (unsigned int distance = LEVELS / 2; distance > 0; distance /= 2) {
        const unsigned int right = /*?*/ 2 * distance * (t + 1) - 1 /*?*/;
        __syncthreads();
        if (right < LEVELS) {
            const int before = tree[right];
            tree[right] = /*?*/ max(before, tree[right - distance]) /*?*/;
            tree[right - distance] = /*?*/ before /*?*/;
        }
    }

    __syncthreads();
    out[2 * t] = tree[2 * t];
    out[2 * t + 1] = tree[2 * t + 1];
}

int main(void) {
    int *in, *out, highest = INT_MIN;
    CUDA_CHECK(cudaMallocManaged((void **)&in, LEVELS * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, LEVELS * sizeof(int)));
    for (int i = 0; i < LEVELS; i++)
        in[i] = i + (i * 37) % 31;
    highest_before_kernel<<<1, THREADS>>>(in, out);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < LEVELS; i++) {
        if (out[i] != highest)
            return EXIT_FAILURE;
        highest = in[i] > highest ? in[i] : highest;
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return EXIT_SUCCESS;
}
