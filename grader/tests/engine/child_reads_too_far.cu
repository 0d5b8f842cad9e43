// A child's mistakes are its own: at its line, and the leak of its parent's memory.
#include <cuda_runtime.h>

__global__ void sum(const int *from, int n, int *to) {
    for (int i = 0; i <= n; i++)
        *to += from[i]; // expect: out_of_bounds
}
__global__ void parent(const int *from, int n, int *to) { sum<<<1, 1>>>(from, n, to); }

int main() {
    int *from, *to;
    cudaMalloc(&from, 8 * sizeof *from);
    cudaMalloc(&to, sizeof *to);
    cudaMemset(from, 0, 8 * sizeof *from);
    cudaMemset(to, 0, sizeof *to);
    parent<<<1, 1>>>(from, 8, to);
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(to);
    return 0;
}
