// Does its work slowly on a stream of its own, and returns before it is done: the clock must wait for it.
#include "warplab.h"

__global__ void slow_kernel(const int *in, int *out, int n) {
    unsigned sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += (unsigned)in[i];
    atomicAdd(out, (int)sum);
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *, int n) {
    static cudaStream_t side;
    if (!side)
        CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int), side));
    slow_kernel<<<1, 256, 0, side>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}
