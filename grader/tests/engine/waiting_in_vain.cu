// A flag that is never set: no thread can go on.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait_for_ever(volatile int *flag, int *out) {
    if (threadIdx.x == 0)
        while (*flag == 0) // expect: deadlock
            ;
    __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *flag, *out;
    cudaMalloc(&flag, sizeof *flag);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(flag, 0, sizeof *flag);
    wait_for_ever<<<4, 64>>>(flag, out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the launch did not fail\n");
}
