// A null pointer in a kernel.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void store(int *p) {
    p[threadIdx.x] = 1; // expect: out_of_bounds
}

int main() {
    store<<<1, 64>>>(nullptr);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaErrorIllegalAddress)
        printf("error %d\n", (int)error);
}
