// A kernel that gives its child a pointer to a local variable, inside a structure.
#include <cuda_runtime.h>

struct list {
    int count;
    int *items;
};
__global__ void fill(list l) { l.items[threadIdx.x] = l.count; }
__global__ void parent(int n) {
    int items[32];
    fill<<<1, 32>>>(list{n, items}); // expect: host_pointer
}

int main() {
    parent<<<1, 1>>>(32);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
