// Which memory an address is of, a thread that ends by PTX, and launches with attributes.
#include <cstdio>
__constant__ int fixed = 1;
__device__ int variable;
__global__ void ask(unsigned *o) {
    __shared__ int s;
    int own = 2;
    const void *const all[] = {&s, o, &variable, &own, &fixed};
    for (int i = 0; i < 5; i++)
        o[i] =
            __isShared(all[i]) | __isGlobal(all[i]) << 1 | __isLocal(all[i]) << 2 | __isConstant(all[i]) << 3;
}
__global__ void leave(int *o, int from) {
    if (threadIdx.x >= from)
        asm volatile("exit;");
    __syncthreads();
    o[threadIdx.x] = 7;
}
int main() {
    unsigned *o, h[64];
    cudaMalloc(&o, sizeof h);
    ask<<<1, 1>>>(o);
    cudaMemcpy(h, o, 20, cudaMemcpyDeviceToHost);
    printf("%u %u %u %u %u\n", h[0], h[1], h[2], h[3], h[4]);
    cudaLaunchAttribute attributes[2];
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 64;
    config.attrs = attributes;
    config.numAttrs = 1;
    cudaMemset(o, 0, sizeof h);
    for (int i = 0; i < 2; i++)
        printf("%s ", cudaGetErrorString(cudaLaunchKernelEx(&config, leave, (int *)o, 40)));
    config.gridDim = 1 << 20;
    config.numAttrs = 2;
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, leave, (int *)o, 40)));
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u %u\n", h[39], h[40]);
    cudaFree(o);
}
