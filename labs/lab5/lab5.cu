// Lab 5: the interleaved tree, unrolled: more elements per thread, fewer barriers, at last no loop.
// Build: make lab5        Grade: ./grade lab5        Interface: lab5.h
#include "lab5.h"
#include "warplab.h"

// Threads per block: a power of two, so that the tree halves evenly. A block adds 2, 4 or 8 times as
// many elements, so many blocks of data.
enum { BLOCK = WL_BLOCK(512), LARGE_BLOCK = WL_BLOCK(1024) };

// blockIdx.x's part of `in` goes in, its sum to out[blockIdx.x].
typedef void reduce_kernel(const int *in, int *out, unsigned int n);

// One launch per level, until one value is left. A block of `block` threads adds `each` elements per thread.
void reduce_levels(reduce_kernel *kernel, int block, int each, const int *d_in, int *d_out, int *d_scratch,
                   int n) {
    const int *from = d_in;
    int left = n;
    do {
        const int blocks = left > 0 ? wl_ceil_div(left, each * block) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        kernel<<<blocks, block>>>(from, to, left);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        d_scratch += blocks;
        left = blocks;
    } while (left > 1);
}

// Lab 4's interleaved tree: every thread of the block brings a value, and leaves with the sum of all.
__device__ int add_block(int *sums, int mine) {
    const unsigned int t = threadIdx.x;
    sums[t] = mine;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    return sums[0];
}

// For the last block of a grid, whose data may end anywhere: from `first` on, a block's threads apart.
__device__ int add_rest(const int *in, unsigned int first, unsigned int n) {
    int sum = 0;
    for (unsigned int i = first; i < n; i += blockDim.x)
        sum += in[i];
    return sum;
}

// Two blocks of data per block of threads.
//
// What this version fixes: in lab 4 half of the threads never add anything. Here each adds two elements while
// loading, and the tree, with all its instructions and barriers, is climbed for twice as many.
// What still hurts: two loads under way are few. The threads wait for memory longer than they compute.
__global__ void reduce_unroll2_kernel(const int *in, int *out, unsigned int n) {
    // TODO 1 (10 lines): which two elements are this thread's, so that the lanes of a warp load 32 in a row
    // both times? What if only the first of them exists, or neither? Then add_block() adds what the threads
    // bring, in shared memory that this kernel declares, and one thread carries the sum out.
    // END TODO 1
}

void reduce_unroll2(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 2 (1 line): which kernel do the levels run, and how many elements are that a thread?
    // END TODO 2
}

// Four blocks of data.
//
// What this version fixes: four loads, none of which needs another's result, are under way at once.
// What still hurts: the tree still issues more instructions than the loads.
__global__ void reduce_unroll4_kernel(const int *in, int *out, unsigned int n) {
    // TODO 3 (10 lines): write four loads in one expression, not in a loop with a condition: which of them
    // may be under way at the same time? When is one comparison enough for all four?
    // END TODO 3
}

void reduce_unroll4(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 4 (1 line)
    // END TODO 4
}

// A thread's part of eight blocks of data.
__device__ int add_eight(const int *in, unsigned int n) {
    // TODO 5 (6 lines): the same for eight elements; here as a function, for three kernels will need it.
    (void)in, (void)n;
    return 0;
    // END TODO 5
}

// Eight blocks of data.
//
// What this version fixes: the tree is climbed once for eight blocks of data, and memory is nearly kept busy.
// What still hurts: in the last five steps a part of one warp works, yet all sixteen come to the barrier.
__global__ void reduce_unroll8_kernel(const int *in, int *out, unsigned int n) {
    // TODO 6 (4 lines)
    // END TODO 6
}

void reduce_unroll8(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 7 (1 line)
    // END TODO 7
}

// The last 64 values of a tree: all lanes of the first warp come here, and lane 0 leaves with the sum.
//
// Lanes of a warp need not run in step. A shuffle hands a value from lane to lane without memory in between,
// and each lane waits in it for the others that the mask names: that is the synchronisation.
__device__ int add_last_warp(const int *sums) {
    // TODO 8 (8 lines): 64 values are six steps. In the first, each lane adds two of them; five are left. In
    // a step a lane needs what another lane had before: who makes sure that the other one is so far?
    // __shfl_down_sync(mask, value, distance) gives lane t the value of lane t + distance, and waits for the
    // lanes in the mask.
    (void)sums;
    return 0;
    // END TODO 8
}

// Eight blocks of data, and the last warp unrolled.
//
// What this version fixes: once 64 values are left the first warp goes on alone, and the others are done. A
// block of 512 threads has four barriers instead of ten.
// What still hurts: a stride, a comparison and a jump in every step of the loop that is left.
__global__ void reduce_unroll_warps8_kernel(const int *in, int *out, unsigned int n) {
    // TODO 9 (14 lines): at which stride does the loop of add_block() end now? Which threads go on after it,
    // and is there a barrier of the block that some of them would miss?
    // END TODO 9
}

void reduce_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 10 (1 line)
    // END TODO 10
}

// The tree's steps down to 64 values, of a block of THREADS.
//
// THREADS is known when this is compiled. Each comparison with it is decided then, and of each step either
// everything is left or nothing.
template <unsigned int THREADS> __device__ void add_down_to_64(int *sums) {
    // TODO 11 (about 5 lines per step): the loop's steps one after the other, from stride 512 down to 64.
    // Which of them does a block of THREADS have? Where does the barrier stand, and is it for all threads?
    (void)sums;
    // END TODO 11
}

// Vectors of four ints that a thread has under way at once.
enum { VECTORS = 4 };

// A thread's part of four blocks of vectors. Sixteen bytes a load are as few instructions as four.
//
// A vector must begin where 16 divides its address, as what cudaMalloc() gives does. Of the sums only the
// first level's, where d_scratch begins, can be enough for whole blocks.
__device__ int add_vectors(const int *in, unsigned int n) {
    const unsigned int block = blockDim.x, first = blockIdx.x * (4 * VECTORS * block);
    if (first + 4 * VECTORS * block > n)
        return add_rest(in, first + threadIdx.x, n);
    const int4 *const at = (const int4 *)(in + first) + threadIdx.x;
    int4 vectors[VECTORS];
    for (int k = 0; k < VECTORS; k++)
        vectors[k] = at[k * block];
    int sum = 0;
    for (int k = 0; k < VECTORS; k++)
        sum += vectors[k].x + vectors[k].y + vectors[k].z + vectors[k].w;
    return sum;
}

// Everything unrolled.
//
// What this version fixes: there is no loop left, and with it go stride, comparison and jump. And a block
// adds four times as many elements, so that for 2^28 two launches do instead of three: what a launch costs,
// be it for a few sums, is more than all that is left to gain in the first. What still hurts: the second
// launch. challenge-reduce has one.
template <unsigned int THREADS>
__global__ void reduce_complete_unroll_warps8_kernel(const int *in, int *out, unsigned int n) {
    // TODO 12 (10 lines): add_vectors() brings a thread's part, as add_eight() did.
    // END TODO 12
}

void reduce_complete_unroll_warps8(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 13 (1 line): a template's parameter is part of the kernel's name, as in kernel<LARGE_BLOCK>.
    // END TODO 13
}
