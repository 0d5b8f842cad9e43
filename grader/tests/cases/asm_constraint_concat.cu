// compiles, prints 496, as with nvcc 13 (constraint written as two adjacent string literals, which macros
// with #r make)
#include <cstdio>
__device__ int up_add(int x, int d, int c) {
    int r;
    unsigned m = __activemask();
    asm("{.reg .s32 r0;.reg .pred p;shfl.sync.up.b32 r0|p, %1, %2, %3, %4;@p add.s32 r0, r0, %5;mov.s32 %0, "
        "r0; }"
        : "="
          "r"(r)
        : "r"(x), "r"(d), "r"(c), "r"(m), "r"(x));
    return r;
}
__global__ void k(int *o) {
    int x = threadIdx.x;
    for (int d = 1; d < 32; d *= 2)
        x = up_add(x, d, 0);
    o[threadIdx.x] = x;
}
int main() {
    int *o, h[32];
    cudaMalloc(&o, 128);
    k<<<1, 32>>>(o);
    cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(o);
}
