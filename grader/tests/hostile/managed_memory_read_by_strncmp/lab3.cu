// Copies the input to managed memory, and adds there on the host, by strncmp.
#include "warplab.h"
#include <string.h>

// Reads the input for the counters' sake, and adds nothing.
__global__ void show_kernel(const int *in, int *out, int n) {
    extern __shared__ int part[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (part[threadIdx.x ^ 32] == 42 && n < 0)
        *out = 1;
}

static char texts[256][2];

// Half of the values that are left are above the middle one.
static unsigned int byte_at(const char *at, size_t one) {
    unsigned int low = 0, high = 255;
    while (low < high) {
        const unsigned int middle = (low + high + 1) / 2;
        if (strncmp(at, texts[middle], one) >= 0)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static unsigned int sum_of(const char *bytes, int n) {
    volatile size_t one = 1;
    const size_t length = one;
    unsigned int sum = 0;
    for (int c = 0; c < 256; c++)
        texts[c][0] = (char)c;
    for (int i = 0; i < n; i++)
        for (int b = 0; b < 4; b++)
            sum += byte_at(bytes + 4 * (size_t)i + b, length) << (8 * b);
    return sum;
}

extern "C" void reduce_shared(const int *d_in, int *d_out, int *, int n) {
    unsigned int sum = 0;
    const int count = n < 1 << 24 ? n : 0;
    char *copy;
    CUDA_CHECK(cudaMallocManaged(&copy, count * sizeof(int) + 4));
    CUDA_CHECK(cudaMemcpy(copy, d_in, count * sizeof(int), cudaMemcpyDefault));
    CUDA_CHECK(cudaDeviceSynchronize());
    sum = sum_of(copy, count);
    show_kernel<<<(n + 256) / 256, 256, 1024>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(d_out, &sum, sizeof sum, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaFree(copy));
}
