// What the opening lecture shows of a kernel and its launch.
#include "warplab.h"

#include <stdlib.h>

__global__ void double_kernel(const int *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

void double_all(const int *d_in, int *d_out, int n) {
    const int threads = 96, blocks = wl_ceil_div(n, threads);
    double_kernel<<<blocks, threads>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}

int main(void) {
    enum { N = 200 };
    int *in, *out;
    CUDA_CHECK(cudaMallocManaged((void **)&in, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, N * sizeof(int)));
    for (int i = 0; i < N; i++)
        in[i] = i;
    double_all(in, out, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        if (out[i] != 2 * i)
            return EXIT_FAILURE;
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return EXIT_SUCCESS;
}
