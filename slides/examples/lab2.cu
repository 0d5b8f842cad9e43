// What lab 2's lecture shows: the same trees with operators that the lab does not ask for.
#include "warplab.h"

#include <limits.h>
#include <stdlib.h>

enum { THREADS = 128, MOST_BLOCKS = 128, N = 5000 };

// The greatest common divisor. Every number divides 0: gcd(0, x) is x.
__device__ int gcd(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// One letter more in the number that stands for a word. It wraps, so it must be unsigned.
__device__ unsigned int hash(unsigned int before, char letter) {
    const unsigned int code = (unsigned char)letter;
    return 31 * before + code;
}

// One divisor per block.
__global__ void gcd_kernel(const int *in, int *tree, int *out, unsigned int n) {
    const unsigned int t = threadIdx.x;
    int *const own = tree + blockIdx.x * blockDim.x;

    int divisor = /*?*/ 0 /*?*/;
    for (unsigned int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        divisor = gcd(divisor, in[i]);
    own[t] = divisor;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (/*?*/ t < stride /*?*/)
            own[t] = gcd(own[t], /*?*/ own[t + stride] /*?*/);
        __syncthreads();
    }

    if (t == 0)
        out[blockIdx.x] = own[0];
}

void gcd_of(const int *d_in, int *d_out, int *d_partials, int *d_tree, int n, int blocks) {
    gcd_kernel<<<blocks, THREADS>>>(d_in, d_tree, d_partials, n);
    CUDA_CHECK(cudaGetLastError());
    gcd_kernel<<</*?*/ 1 /*?*/, THREADS>>>(/*?*/ d_partials /*?*/, d_tree, d_out, /*?*/ blocks /*?*/);
    CUDA_CHECK(cudaGetLastError());
}

// How many numbers of a block are odd, the smallest of them, and how long it took.
__global__ void odd_kernel(const int *in, int *tree, int *odd, int *least, int *clocks, int n) {
    const long long begin = clock64();
    const unsigned int t = threadIdx.x;
    int *const own = tree + blockIdx.x * blockDim.x;

    int count = 0;
    int smallest = INT_MAX;
    for (unsigned int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        const int is_odd = in[i] & 1;
        count += is_odd;
        smallest = min(smallest, in[i]);
    }
    atomicAdd(&odd[blockIdx.x], count);
    own[t] = smallest;
    __syncthreads();

    unsigned int mask = 1;
    for (unsigned int offset = 1; offset < blockDim.x; offset *= 2) {
        if (/*?*/ (t & mask) == 0 /*?*/)
            own[t] = min(own[t], own[t + offset]);
        mask = /*?*/ 2 * mask + 1 /*?*/;
        __syncthreads();
    }

    if (t == 0) {
        least[blockIdx.x] = /*?*/ own[0] /*?*/;
        const long long end = clock64();
        clocks[blockIdx.x] = (int)(end - begin);
    }
}

__global__ void hash_kernel(unsigned int *out) {
    unsigned int word = 0;
    for (int i = 0; i < 12; i++)
        word = hash(word, 'a');
    *out = word;
}

int main(void) {
    enum { BLOCKS = 7 };
    int *memory;
    CUDA_CHECK(
        cudaMallocManaged((void **)&memory, (N + 4 * MOST_BLOCKS + BLOCKS * THREADS + 2) * sizeof(int)));
    int *const in = memory, *const partials = in + N, *const odd = partials + MOST_BLOCKS,
               *const least = odd + MOST_BLOCKS, *const clocks = least + MOST_BLOCKS,
               *const tree = clocks + MOST_BLOCKS, *const out = tree + BLOCKS * THREADS;
    for (int i = 0; i < N; i++)
        in[i] = 21 * (i + 3);
    for (int b = 0; b < MOST_BLOCKS; b++)
        odd[b] = 0;
    gcd_of(in, out, partials, tree, N, BLOCKS);
    odd_kernel<<<BLOCKS, THREADS>>>(in, tree, odd, least, clocks, N);
    CUDA_CHECK(cudaGetLastError());
    hash_kernel<<<1, 1>>>((unsigned int *)out + 1);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    int odds = 0, smallest = INT_MAX;
    unsigned int word = 0;
    for (int b = 0; b < BLOCKS; b++) {
        odds += odd[b];
        smallest = least[b] < smallest ? least[b] : smallest;
    }
    for (int i = 0; i < 12; i++)
        word = 31 * word + 'a';
    const bool right = out[0] == 21 && odds == N / 2 && smallest == 63 && (unsigned int)out[1] == word;
    CUDA_CHECK(cudaFree(memory));
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
