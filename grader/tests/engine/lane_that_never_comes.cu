// A warp barrier whose mask names a lane that waits elsewhere for ever.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait_for_all(int *out) {
    if (threadIdx.x < 16)
        __syncwarp(0xffffffffu); // expect: deadlock
    else
        __syncwarp(0xffff0000u);
    if (threadIdx.x >= 16)
        __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 128);
    wait_for_all<<<1, 32>>>(out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the launch did not fail\n");
    cudaFree(out);
}
