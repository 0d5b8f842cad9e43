// Two kernels that read every element once: one side by side, one with a stride.
#include <cuda_runtime.h>

__global__ void side_by_side(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void strided(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x * 8]; }

int main(void) {
    int *in, *out;
    cudaMalloc(&in, 512 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(in, 0, 512 * sizeof *in);
    side_by_side<<<1, 64>>>(in, out);
    strided<<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    return cudaGetLastError();
}
