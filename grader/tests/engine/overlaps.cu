// Two arrays of a kernel in one allocation: if they overlap, the report names both, otherwise it names
// none, whatever else is wrong.
#include <cuda_runtime.h>

enum { THREADS = 64, BLOCKS = 4 };

__global__ void trees(int *tree, int *out) {
    int *const own = tree + blockIdx.x * blockDim.x;
    own[threadIdx.x] = (int)threadIdx.x; // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = own[1];
}

__global__ void apart(int *tree, int *out) {
    int *const own = tree + blockIdx.x * blockDim.x;
    own[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = own[1];
}

// A barrier is missing, and no array reaches into another.
__global__ void no_barrier(int *tree, int *out) {
    tree[threadIdx.x] = (int)threadIdx.x;
    out[threadIdx.x] = tree[threadIdx.x ^ 1]; // expect: race
}

// A step of a scan in place, which is right; what is wrong are the arguments.
__global__ void onto_itself(const int *in, int *out, int *sums) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = out[i]; // expect: race
}

__global__ void into_another(const int *in, int *out, int *sums) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i]; // expect: race
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = out[i];
}

__global__ void in_place(const int *in, int *out, int *sums) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = out[i];
}

int main() {
    int *memory;
    cudaMalloc(&memory, 2 * BLOCKS * THREADS * sizeof(int));
    trees<<<BLOCKS, THREADS>>>(memory, memory + 2 * THREADS);
    cudaDeviceSynchronize();
    apart<<<BLOCKS, THREADS>>>(memory, memory + BLOCKS * THREADS);
    cudaDeviceSynchronize();
    no_barrier<<<1, THREADS>>>(memory, memory + BLOCKS * THREADS);
    cudaDeviceSynchronize();
    onto_itself<<<1, THREADS>>>(memory, memory, memory);
    cudaDeviceSynchronize();
    into_another<<<BLOCKS, THREADS>>>(memory, memory, memory + THREADS);
    cudaDeviceSynchronize();
    in_place<<<BLOCKS, THREADS>>>(memory, memory, memory + BLOCKS * THREADS);
    cudaDeviceSynchronize();
    cudaFree(memory);
    return 0;
}
