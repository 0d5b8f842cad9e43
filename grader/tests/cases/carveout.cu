#include <cstdio>
__global__ void k(int *o) { *o = 1; }
int main() {
    cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    int *o;
    cudaMalloc(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    cudaFree(o);
    printf("ok\n");
}
