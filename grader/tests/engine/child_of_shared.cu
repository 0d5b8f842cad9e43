// A kernel that gives its child a pointer to its shared memory.
#include <cuda_runtime.h>

__global__ void add_one(int *p) { ++*p; }
__global__ void parent() {
    __shared__ int counter;
    counter = 0;
    add_one<<<1, 1>>>(&counter); // expect: host_pointer
}

int main() {
    parent<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
