// More static shared memory than a block has: said at the variable, from inside a lane.
#include <cuda_runtime.h>

__global__ void fill(int *p) {
    __shared__ int s[64 * 256]; // expect: unsupported
    s[threadIdx.x] = 1;
    p[threadIdx.x] = s[threadIdx.x];
}

int main() {
    int *d;
    cudaMalloc(&d, 32 * sizeof(int)); // expect: leak
    fill<<<1, 32>>>(d);
    cudaFree(d);
}
