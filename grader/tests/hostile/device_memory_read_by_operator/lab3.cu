// Adds on the host, in an operator& that code of the engine without hooks once called for the arguments of
// kernels.
#include "warplab.h"

static const int *input;
static int length;
static unsigned int sum;

template <class T> inline __attribute__((always_inline)) T *operator&(T &arguments) {
    unsigned int all = 0;
    for (int i = 0; i < length; i++)
        all += (unsigned int)input[i];
    sum = all;
    return __builtin_addressof(arguments);
}

// Reads the input for the counters' sake, and adds nothing.
__global__ void show_kernel(const int *in, int *out, int n) {
    extern __shared__ int part[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (part[threadIdx.x ^ 32] == 42 && n < 0)
        *out = 1;
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *, int n) {
    input = d_in;
    length = n < 1 << 24 ? n : 0;
    show_kernel<<<(n + 256) / 256, 256, 1024>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(d_out, __builtin_addressof(sum), sizeof sum, cudaMemcpyHostToDevice));
}
