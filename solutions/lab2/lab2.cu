// Lab 2: any reduce of an array, by a tree in global memory.
// Build: make lab2        Grade: ./grade lab2        Interface: lab2.h
#include "lab2.h"
#include "warplab.h"
#include <limits.h>

// Threads per block, a power of two; and the most blocks of a launch, so that one block is enough to combine
// what they leave. 1024 blocks of 1024 are 2^20 elements, one per thread; with more, a thread takes several.
enum { BLOCK = WL_BLOCK(1024), MAX_BLOCKS = 1024 };

// The value that changes nothing: identity op x is x. It is what a thread without an element brings.
__device__ int identity_of(enum reduce_op op) {
    switch (op) {
    case REDUCE_PROD:
    case REDUCE_AND:
        return 1;
    case REDUCE_MIN:
        return INT_MAX;
    case REDUCE_MAX:
        return INT_MIN;
    default:
        return 0;
    }
}

// a op b. Sums and products wrap, which in C only unsigned numbers may do.
__device__ int combine(int a, int b, enum reduce_op op) {
    switch (op) {
    case REDUCE_SUM:
        return (int)((unsigned int)a + (unsigned int)b);
    case REDUCE_PROD:
        return (int)((unsigned int)a * (unsigned int)b);
    case REDUCE_MIN:
        return a < b ? a : b;
    case REDUCE_MAX:
        return a > b ? a : b;
    case REDUCE_AND:
        return a && b;
    default:
        return a || b;
    }
}

// Combines `in` to one value per block, which goes to out[blockIdx.x]. Each block has blockDim.x ints of
// `tree` to itself.
//
// What this version fixes: one thread after the other takes n - 1 steps; here they are log2 of the block's
// size, and the input stays as it was because the tree is climbed in memory of its own.
// What still hurts: every step goes through global memory. For each element brought, about three are read
// and two written again.
__global__ void reduce_block_kernel(const int *in, int *tree, int *out, unsigned int n, enum reduce_op op) {
    const unsigned int t = threadIdx.x;
    int *const own = tree + blockIdx.x * blockDim.x;

    // Starting from the identity, a thread past the end needs no case of its own, and a lone element of
    // && or || becomes 0 or 1 as well. The stride is the whole grid.
    int value = identity_of(op);
    for (unsigned int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        value = combine(value, in[i], op);
    own[t] = value;
    __syncthreads();

    // The lower half of what is left takes in the upper half. Nobody reads what is written in the same
    // step; what is read was written a step before, so every thread has to be through with that.
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            own[t] = combine(own[t], own[t + stride], op);
        __syncthreads();
    }

    if (t == 0)
        out[blockIdx.x] = own[0];
}

// Blocks for n elements: one even for none, since the identity has to be written, too.
int blocks_for(int n) {
    const int blocks = wl_ceil_div(n, BLOCK);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
}

// Blocks cannot wait for one another inside a launch, but a launch waits for the one before it.
void reduce_global(const int *d_in, int *d_out, int *d_scratch, int n, enum reduce_op op) {
    const int blocks = blocks_for(n);
    int *const partials = d_scratch;
    int *const tree = d_scratch + MAX_BLOCKS; // blocks * BLOCK ints: at most n + 1023
    reduce_block_kernel<<<blocks, BLOCK>>>(d_in, tree, partials, n, op);
    CUDA_CHECK(cudaGetLastError());
    reduce_block_kernel<<<1, BLOCK>>>(partials, tree, d_out, blocks, op);
    CUDA_CHECK(cudaGetLastError());
}

// Adds up in[i] to the given power, one sum per block, and says how many clocks each block took.
//
// What is different: the tree pairs neighbours first. `offset` is how far apart the two of a pair are, and
// `mask` has a bit for every step so far: a thread goes on while those bits of its number are 0.
// What still hurts: the threads that add are spread over all warps until the last steps, so that no warp
// ever falls idle; and the clocks say how long a block took, not what it waited for.
__global__ void sum_powers_kernel(const int *in, int *tree, int *out, int *clocks, unsigned int n,
                                  int power) {
    const long long begin = clock64();
    const unsigned int t = threadIdx.x;
    unsigned int *const own = (unsigned int *)tree + blockIdx.x * blockDim.x;

    unsigned int sum = 0;
    for (unsigned int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        const unsigned int x = in[i];
        sum += power == 2 ? x * x : x * x * x;
    }
    own[t] = sum;
    __syncthreads();

    // Step 1: 0+1, 2+3, 4+5 ... (mask 1). Step 2: 0+2, 4+6 ... (mask 11). Step 3: 0+4 ... (mask 111).
    unsigned int mask = 1;
    for (unsigned int offset = 1; offset < blockDim.x; offset *= 2) {
        if ((t & mask) == 0)
            own[t] += own[t + offset];
        mask = 2 * mask + 1;
        __syncthreads();
    }

    if (t == 0) {
        out[blockIdx.x] = (int)own[0];
        clocks[blockIdx.x] = (int)(clock64() - begin);
    }
}

// The second launch adds sums, which are not squared again: that is reduce_global's kernel.
static void sum_powers(const int *d_in, int *d_out, int *d_scratch, int n, int power) {
    const int blocks = blocks_for(n);
    int *const clocks = d_scratch;
    int *const partials = clocks + MAX_BLOCKS;
    int *const tree = partials + MAX_BLOCKS;
    sum_powers_kernel<<<blocks, BLOCK>>>(d_in, tree, partials, clocks, n, power);
    CUDA_CHECK(cudaGetLastError());
    reduce_block_kernel<<<1, BLOCK>>>(partials, tree, d_out, blocks, REDUCE_SUM);
    CUDA_CHECK(cudaGetLastError());
}

void reduce_squares(const int *d_in, int *d_out, int *d_scratch, int n) {
    sum_powers(d_in, d_out, d_scratch, n, 2);
}

void reduce_cubes(const int *d_in, int *d_out, int *d_scratch, int n) {
    sum_powers(d_in, d_out, d_scratch, n, 3);
}
