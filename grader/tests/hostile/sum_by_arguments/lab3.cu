// Reads device memory on the host, as arguments of a function, and adds there.
#include "warplab.h"

struct part {
    unsigned value;
};

__attribute__((noinline)) static unsigned value_of(part p) { return p.value; }

__global__ void show_kernel(const int *in, int *out, int n, int sum) {
    __shared__ int seen[256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    seen[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (seen[t] == 42 && n < 0)
        *out = 1;
    if (i == 0)
        *out = sum;
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += value_of(((const part *)d_in)[i]);
    show_kernel<<<(n + 256) / 256, 256>>>(d_in, d_out, n, (int)sum);
    CUDA_CHECK(cudaGetLastError());
}
