// A sum by a tree whose pairs move apart, of two elements a thread. test_explain knows what it does at each
// of its marked lines.
#include "lab3.h"
#include "warplab.h"

enum { BLOCK = 64 };

__global__ void spreading_kernel(const int *in, int *out, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * 2 * BLOCK + t;
    int both = i < n ? in[i] : 0; // first
    if (i + BLOCK < n)
        both += in[i + BLOCK]; // second
    s[t] = both;               // fill
    __syncthreads();           // filled
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        const int at = 2 * stride * t;
        if (at < BLOCK)
            s[at] += s[at + stride]; // add
        __syncthreads();             // added
    }
    if (t == 0)
        out[blockIdx.x] = s[0]; // leave
}

void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int *from = d_in;
    do {
        const int blocks = n > 0 ? wl_ceil_div(n, 2 * BLOCK) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        spreading_kernel<<<blocks, BLOCK>>>(from, to, n);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        d_scratch += blocks;
        n = blocks;
    } while (n > 1);
}
