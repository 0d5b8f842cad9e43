// Two warps whose lanes run more basic blocks than a time slice has, logged or not.
#include <cuda_runtime.h>

__global__ void collatz(const unsigned *in, unsigned *out) {
    unsigned steps = 0;
    for (unsigned round = 0; round < 1000; round++)
        for (unsigned n = in [threadIdx.x]; n != 1; n = n % 2 ? 3 * n + 1 : n / 2)
            steps++;
    out[threadIdx.x] = steps;
}

int main() {
    unsigned numbers[64], *in, *out, steps[64];
    for (unsigned i = 0; i < 64; i++)
        numbers[i] = 27;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    collatz<<<1, 64>>>(in, out);
    cudaMemcpy(steps, out, sizeof steps, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return cudaGetLastError() != cudaSuccess || steps[63] != 111 * 1000;
}
