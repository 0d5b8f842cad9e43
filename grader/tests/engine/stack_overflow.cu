// A recursion that ends too late: the thread's stack is full, which is an error of its own and no crash.
#include <cuda_runtime.h>

__device__ int depth(const int *left, int n) { // expect: out_of_bounds
    int frame[64];
    frame[n % 64] = n;
    return n == *left ? 0 : depth(left, n - 1) + frame[n % 64];
}

__global__ void recursion_kernel(int *out, const int *end, int n) { out[threadIdx.x] = depth(end, n); }

int main() {
    int *out, *end;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&end, sizeof(int));
    cudaMemset(end, 0, sizeof(int));
    recursion_kernel<<<1, 32>>>(out, end, 500);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    recursion_kernel<<<1, 32>>>(out, end, 100000);
    cudaError_t error = cudaDeviceSynchronize();
    return error == cudaSuccess;
}
