// Lab 10: the programs that ./grade lab10 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: bitonic
__global__ void bitonic_kernel(const int *in, int *out) {
    extern __shared__ int keys[];
    const int t = threadIdx.x;
    keys[t] = in[t];
    for (int size = 2; size <= blockDim.x; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const int other = t ^ stride;
            __syncthreads();
            if (other > t) {
                const int a = keys[t], b = keys[other];
                keys[t] = (t & size) == 0 ? min(a, b) : max(a, b);
                keys[other] = (t & size) == 0 ? max(a, b) : min(a, b);
            }
        }
    __syncthreads();
    out[t] = keys[t];
}

static void bitonic(int *in, int *out, int n, int, int) {
    bitonic_kernel<<<1, n, n * sizeof(int)>>>(in, out);
}

// program: heads
__global__ void heads_kernel(const int *in, int *out, int run) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int key = in[i];
    if (i == 0 || key / run != in[i - 1] / run)
        out[key / run] = i;
}

static void heads(int *in, int *out, int n, int block, int run) {
    heads_kernel<<<n / block, block>>>(in, out, run);
}

// program: scatter
__global__ void scatter_kernel(const int *in, int *out, int n, int buckets) {
    const int key = in[blockIdx.x * blockDim.x + threadIdx.x];
    out[key % buckets * (n / buckets) + key / buckets] = key;
}

static void scatter(int *in, int *out, int n, int block, int buckets) {
    scatter_kernel<<<n / block, block>>>(in, out, n, buckets);
}

// program: odd_even
__global__ void odd_even_kernel(int *keys, int n, int first) {
    const int left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
    if (left + 1 < n) {
        const int a = keys[left], b = keys[left + 1];
        keys[left] = min(a, b);
        keys[left + 1] = max(a, b);
    }
}

static void odd_even(int *in, int *, int n, int block, int) {
    for (int round = 0; round < n; round++)
        odd_even_kernel<<<wl_ceil_div(n / 2, block), block>>>(in, n, round % 2);
}

QUESTION_PROGRAMS({"bitonic", bitonic}, {"heads", heads}, {"scatter", scatter}, {"odd_even", odd_even})
