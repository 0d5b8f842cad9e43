// Three ways to send half of the threads down each side of a branch: how many lanes of a warp go together?
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "warplab.h"
#include <stdlib.h>

enum { BLOCK = 256 };

// Both sides note how many lanes of the warp came along; one as a negative number, so that no compiler makes
// one side of the two.
__device__ int left_side() { return __popc(__activemask()); }
__device__ int right_side() { return -__popc(__activemask()); }

__global__ void odd_and_even_kernel(int *lanes) {
    const int t = threadIdx.x;
    if (t % 2 == 0)
        lanes[t] = left_side();
    else
        lanes[t] = right_side();
}

__global__ void half_warps_kernel(int *lanes) {
    const int t = threadIdx.x;
    if (t % 32 < 16)
        lanes[t] = left_side();
    else
        lanes[t] = right_side();
}

__global__ void whole_warps_kernel(int *lanes) {
    const int t = threadIdx.x;
    if (t / 32 % 2 == 0)
        lanes[t] = left_side();
    else
        lanes[t] = right_side();
}

static void show(const char *title, void (*kernel)(int *), int *d_lanes) {
    int lanes[BLOCK], sum = 0;
    kernel<<<1, BLOCK>>>(d_lanes);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(lanes, d_lanes, sizeof lanes, cudaMemcpyDeviceToHost));
    for (int t = 0; t < BLOCK; t++)
        sum += abs(lanes[t]);
    printf("%-28s %2d of 32 lanes go together\n", title, sum / BLOCK);
}

int main() {
    int *d_lanes;
    CUDA_CHECK(cudaMalloc((void **)&d_lanes, BLOCK * sizeof(int)));
    show("odd and even threads:", odd_and_even_kernel, d_lanes);
    show("first and second half warp:", half_warps_kernel, d_lanes);
    show("even and odd warps:", whole_warps_kernel, d_lanes);
    CUDA_CHECK(cudaFree(d_lanes));
}
