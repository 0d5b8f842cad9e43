// A sum by a tree that halves. test_explain knows what it does at each of its marked lines.
#include "lab3.h"
#include "warplab.h"

enum { BLOCK = 128 };

__global__ void halving_kernel(const int *in, int *out, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0; // fill
    __syncthreads();          // filled
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // add
        __syncthreads();           // added
    }
    if (t == 0)
        out[blockIdx.x] = s[0]; // leave
}

void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int *from = d_in;
    do {
        const int blocks = n > 0 ? wl_ceil_div(n, BLOCK) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        halving_kernel<<<blocks, BLOCK>>>(from, to, n);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        d_scratch += blocks;
        n = blocks;
    } while (n > 1);
}
