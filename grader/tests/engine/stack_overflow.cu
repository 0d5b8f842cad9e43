// A recursion that ends too late: the thread's stack is full, which is an error of its own and no crash.
#include <cuda_runtime.h>

__device__ int depth(const int *left, int n) { // expect: out_of_bounds
    int frame[64];
    frame[n % 64] = n;
    return n == *left ? 0 : depth(left, n - 1) + frame[n % 64];
}

__global__ void recursion_kernel(int *out, const int *end) { out[threadIdx.x] = depth(end, 100000); }

int main() {
    int *out, *end;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&end, sizeof(int));
    cudaMemset(end, 0, sizeof(int));
    recursion_kernel<<<1, 32>>>(out, end);
    cudaError_t error = cudaDeviceSynchronize();
    return error == cudaSuccess;
}
