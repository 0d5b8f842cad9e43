// A kernel that receives host memory: the launch fails there, and so does the context.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add_one(int *p) {
    p[threadIdx.x]++; // expect: host_pointer
}

int main() {
    int *host = new int[64]();
    add_one<<<1, 64>>>(host);
    cudaError_t error = cudaDeviceSynchronize();
    delete[] host;
    if (error != cudaErrorIllegalAddress)
        printf("error %d\n", (int)error);
}
