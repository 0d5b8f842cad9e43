// The runtime API in kernels: cudaMalloc and cudaFree, which are malloc and free there, and errors. A wrong
// result is printed.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void doubled(int *out) {
    int *own = nullptr;
    if (cudaMalloc(&own, 4 * sizeof *own) != cudaSuccess || cudaGetLastError() != cudaSuccess)
        return;
    own[threadIdx.x % 4] = (int)threadIdx.x;
    out[threadIdx.x] = 2 * own[threadIdx.x % 4];
    cudaFree(own);
}
__global__ void too_much(int *out) {
    int *own;
    out[0] = cudaMalloc(&own, (size_t)1 << 40) == cudaErrorMemoryAllocation;
}
__global__ void keeps() {
    int *own;
    cudaMalloc(&own, 4); // expect: leak
    *own = 1;
}
__global__ void frees_twice() {
    void *own;
    cudaMalloc(&own, 4);
    cudaFree(own);
    cudaFree(own); // expect: api
}
__global__ void reads_too_far(int *out) {
    int *own;
    cudaMalloc(&own, 4);
    own[0] = 1;
    *out = own[1]; // expect: out_of_bounds
    cudaFree(own);
}

static void describe(const void *kernel) {
    cudaFuncAttributes attributes;
    if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess || attributes.maxThreadsPerBlock != 1024)
        printf("a kernel has %d threads\n", attributes.maxThreadsPerBlock);
}

int main() {
    int *out, got[32];
    cudaMalloc(&out, sizeof got);
    doubled<<<1, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        if (got[i] != 2 * i)
            printf("thread %d: %d\n", i, got[i]);
    too_much<<<1, 1>>>(out);
    cudaMemcpy(got, out, sizeof *got, cudaMemcpyDeviceToHost);
    if (got[0] != 1)
        printf("too much was given\n");
    keeps<<<1, 1>>>();
    frees_twice<<<1, 1>>>();
    reads_too_far<<<1, 1>>>(out);
    describe(reinterpret_cast<const void *>(doubled));
    cudaFree(out);
    return 0;
}
