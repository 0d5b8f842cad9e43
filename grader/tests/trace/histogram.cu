// Additions by atomics, several a thread: instruction by instruction, as a warp makes them, and right at
// the end.
// trace: own 1: 0=3 1=4 2=3 3=6
// trace: bins 2: 0=3 1=4 2=3 3=6
// trace: atomic own 3=1 1=1 2=1 3=2
// trace: atomic own 1=2 3=3 0=1 3=4
// trace: atomic own 3=5 3=6 1=3 2=2
// trace: atomic own 0=2 2=3 1=4 0=3
#include <cuda_runtime.h>

__global__ void histogram(const int *in, int *bins) {
    __shared__ int own[4];
    const int t = threadIdx.x;
    own[t] = 0;
    __syncthreads();
    const int *mine = in + 4 * t;
    atomicAdd(&own[mine[0]], 1);
    atomicAdd(&own[mine[1]], 1);
    atomicAdd(&own[mine[2]], 1);
    atomicAdd(&own[mine[3]], 1);
    __syncthreads();
    atomicAdd(&bins[t], own[t]);
}

int main() {
    const int in[16] = {3, 1, 3, 0, 1, 3, 3, 2, 2, 0, 1, 1, 3, 3, 2, 0};
    int *d_in, *d_bins;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_bins, 4 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, 4 * sizeof(int));
    histogram<<<1, 4>>>(d_in, d_bins);
    cudaFree(d_in);
    cudaFree(d_bins);
}
