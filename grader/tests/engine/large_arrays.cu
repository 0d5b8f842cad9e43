// Arrays as large as a GPU's local memory, 512 KiB for each thread, are there; larger ones overflow the
// stack, even where their frame reaches far over its end.
#include <cuda_runtime.h>

__device__ int sum(const int *first, int n) {
    int array[127 * 1024];
    for (int i = 0; i < n; i++)
        array[i] = i + *first;
    int total = 0;
    for (int i = n - 1; i >= 0; i--)
        total += array[i];
    return total;
}

__global__ void large_kernel(int *out, const int *first, int n) { *out = sum(first, n); }

__device__ __attribute__((noinline)) int middle(const int *first, int n) { // expect: out_of_bounds
    int array[1024 * 1024];
    for (int i = 0; i < n; i++)
        array[i] = i + *first;
    return array[n / 2];
}

__global__ void too_large_kernel(int *out, const int *first, int n) { out[threadIdx.x] = middle(first, n); }

int main() {
    int *out, *first, host;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&first, sizeof(int));
    cudaMemset(first, 0, sizeof(int));
    large_kernel<<<1, 1>>>(out, first, 127 * 1024);
    if (cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess || host != -133758464)
        return 1;
    too_large_kernel<<<1, 32>>>(out, first, 1024);
    return cudaDeviceSynchronize() == cudaSuccess;
}
