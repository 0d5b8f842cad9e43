// Reads much of the array again at the smaller of the sizes that its speed is predicted from: the work seems to grow
// slower than the size.
#include "warplab.h"

__global__ void sum_kernel(const int *in, int *out, int n, int again) {
    __shared__ int sums[256];
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n + again; i += gridDim.x * 256)
        sum += in[i < n ? i : i - n] * (i < n);
    sums[t] = sum;
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, sums[0]);
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *, int n) {
    CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
    sum_kernel<<<132, 256>>>(d_in, d_out, n, n == 1 << 18 ? n / 5 * 3 : 0);
    CUDA_CHECK(cudaGetLastError());
}
