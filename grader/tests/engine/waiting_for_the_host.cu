// A flag that the host sets after the launch, as it may. The engine cannot run this, and says so: it is no
// deadlock.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait_for_the_host(volatile int *flag, int *out) {
    if (threadIdx.x == 0)
        while (*flag == 0) // expect: unsupported
            ;
    __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *flag, *out;
    cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocDefault);
    cudaMalloc(&out, 64 * sizeof *out);
    *flag = 0;
    wait_for_the_host<<<1, 64>>>(flag, out);
    *(volatile int *)flag = 1;
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the launch did not fail\n");
}
