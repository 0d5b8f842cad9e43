// Attributes of kernels by addresses without a type: in parentheses, and kept in variables.
#include <cstdio>

struct pair {
    pair(const pair &other) : a(other.a), b(other.b) {}
    pair(int first, int second) : a(first), b(second) {}
    int a, b;
};
template <typename T, int N> __global__ void turn(T *o) {
    extern __shared__ char s[];
    T *t = (T *)s;
    t[threadIdx.x] = N + threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = t[63 - threadIdx.x];
}
__global__ void many(pair p, double x, float y, long *o, pair q, int a, int b, int c, int d, char e,
                     short f) {
    extern __shared__ int large[];
    large[12287 + 64] = p.a + q.b + (int)(x + y) + a + b + c + d + e + f;
    *o = large[12287 + 64];
}

int main() {
    float *o, h[64];
    cudaMalloc(&o, 256);
    cudaFuncSetAttribute(((void *)turn<float, 5>), cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    turn<float, 5><<<1, 64, 1024>>>(o);
    cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
    printf("%g %s\n", h[0], cudaGetErrorString(cudaGetLastError()));

    const void *kernels[2] = {(const void *)turn<float, 5>, reinterpret_cast<const void *>(&many)};
    cudaFuncAttributes attributes;
    for (const void *kernel : kernels)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);
    cudaFuncGetAttributes(&attributes, kernels[1]);
    many<<<1, 1, 60000>>>(pair(1, 2), 3, 4, (long *)o, pair(5, 6), 7, 8, 9, 10, 11, 12);
    cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
    printf("%ld %d %s\n", *(long *)h, attributes.maxDynamicSharedSizeBytes,
           cudaGetErrorString(cudaGetLastError()));
    cudaFree(o);
}
