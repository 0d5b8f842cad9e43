// Recursion by launches without an end: 24 levels are allowed.
#include <cuda_runtime.h>

__global__ void again(int *count) {
    ++*count;
    again<<<1, 1>>>(count); // expect: api
}

int main() {
    int *count, host;
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    again<<<1, 1>>>(count);
    cudaMemcpy(&host, count, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(count);
    return host != 25;
}
