// prints 32, no error (two warps meet at named barrier 1, as in warp-specialised kernels; nvcc takes it)
#include <cstdio>
__global__ void k(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    o[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int *o, h[64];
    cudaMalloc(&o, 256);
    k<<<1, 64>>>(o);
    cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(o);
}
