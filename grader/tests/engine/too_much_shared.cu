// More static shared memory than a block has, where the compiler cannot see it: said at the variable, from
// inside a lane.
#include <cuda_runtime.h>

struct filler {
    __device__ virtual void fill(int *p) { p[threadIdx.x] = 0; }
};

struct large_filler : filler {
    __device__ void fill(int *p) override {
        __shared__ int s[64 * 256]; // expect: unsupported
        s[threadIdx.x] = 1;
        p[threadIdx.x] = s[threadIdx.x];
    }
};

__global__ void fill(int *p) {
    large_filler large;
    filler *f = &large;
    f->fill(p);
}

int main() {
    int *d;
    cudaMalloc(&d, 32 * sizeof(int)); // expect: leak
    fill<<<1, 32>>>(d);
    cudaFree(d);
}
