// Null pointers in a kernel: one that is passed, and one the compiler can see.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void store(int *p) {
    p[threadIdx.x] = 1; // expect: out_of_bounds
}

__global__ void store_nowhere() {
    *(int *)0 = 1; // expect: out_of_bounds
}

static void expect_illegal_address() {
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaErrorIllegalAddress)
        printf("error %d\n", (int)error);
    cudaDeviceReset();
}

int main() {
    store<<<1, 64>>>(nullptr);
    expect_illegal_address();
    store_nowhere<<<1, 32>>>();
    expect_illegal_address();
}
