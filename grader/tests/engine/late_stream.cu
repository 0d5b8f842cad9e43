// A stream that does not wait for the default one is created after a launch there.
#include <cuda_runtime.h>

__global__ void fill(int *out) { out[threadIdx.x] = 1; }
__global__ void add_one(int *data) {
    data[threadIdx.x] += 1; // expect: race
}

int main() {
    int *data;
    cudaStream_t aside;
    cudaMalloc(&data, 64 * sizeof *data);
    fill<<<1, 64>>>(data);
    cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    add_one<<<1, 64, 0, aside>>>(data);
    cudaStreamSynchronize(aside);
    cudaStreamDestroy(aside);
    cudaFree(data);
}
