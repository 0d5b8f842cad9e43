// A kernel that writes past its output, into what else the grader keeps on the device.
#include "warplab.h"

__global__ void wide_kernel(int *out, long long words) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < words;
         i += gridDim.x * (long long)blockDim.x)
        out[i] = 42;
}

extern "C" void reduce_shared(const int *, int *d_out, int *, int) {
    wide_kernel<<<64, 256>>>(d_out, 1LL << 24);
    CUDA_CHECK(cudaGetLastError());
}
