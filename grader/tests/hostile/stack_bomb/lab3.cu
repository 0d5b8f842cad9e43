// Calls itself without end.
#include "warplab.h"

__attribute__((noinline)) static int deeper(volatile int *above) {
    volatile int here[64];
    here[0] = above[0] + 1;
    return deeper(here) + here[0];
}

extern "C" void reduce_shared(const int *, int *d_out, int *, int n) {
    volatile int start = n;
    const int depth = deeper(&start);
    CUDA_CHECK(cudaMemcpy(d_out, &depth, sizeof depth, cudaMemcpyHostToDevice));
}
