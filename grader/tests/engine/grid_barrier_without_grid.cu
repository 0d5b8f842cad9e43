// A barrier of the whole grid in an ordinary launch: a GPU ends the kernel there.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void meet(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cooperative_groups::this_grid().sync(); // expect: barrier
}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int) * 256);
    meet<<<4, 64>>>(out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the launch did not fail\n");
}
