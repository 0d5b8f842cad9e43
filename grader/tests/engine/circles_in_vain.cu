// Every block takes a lock, looks, and gives it back, forever: no thread sets the flag they look for.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int lock, ready;

__global__ void look_for_ever(int *out) {
    bool seen = false;
    if (threadIdx.x != 0)
        return;
    while (!seen) {
        while (atomicCAS(&lock, 0, 1) != 0) // expect: deadlock
            ;
        __threadfence();
        seen = ready;
        __threadfence();
        atomicExch(&lock, 0);
        __nanosleep(100);
    }
    out[blockIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 4 * sizeof *out);
    look_for_ever<<<4, 32>>>(out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the launch did not fail\n");
}
