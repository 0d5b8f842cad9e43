// Lab 3: the sum of an array, by a tree in shared memory.
// Build: make lab3        Grade: ./grade lab3        Interface: lab3.h
#include "lab3.h"
#include "warplab.h"

// Threads per block, and elements a block adds: a power of two, so that the tree halves evenly.
enum { BLOCK = WL_BLOCK(256) };

// Each block adds blockDim.x elements of `in` and leaves their sum in out[blockIdx.x].
//
// What this version fixes: a tree in global memory reads and writes the array again on every step, three
// times the traffic of reading it once. Here an element is read once, into the block's own shared memory,
// and the tree is climbed there.
// What still hurts: half of the threads have nothing to add even in the first step, and in the last five,
// less than one warp adds while all the others wait for it at the barrier.
__global__ void reduce_block_kernel(const int *in, int *out, unsigned int n) {
    // One int per thread: the launch says how much memory that is, in its third argument.
    extern __shared__ int sums[];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + t;

    // A thread past the end brings 0, the identity of +: the sum does not notice it. If it returned
    // instead, its place in the tree would hold whatever the last block left there.
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();

    // The lower half of what is left adds the upper half to itself. Neighbouring threads then touch
    // neighbouring words, which lie in different banks, and threads fall idle by whole warps.
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sums[t] += sums[t + stride];
        // Outside the if: a barrier is for every thread of the block, also for those with nothing to add.
        __syncthreads();
    }

    // The loop's last barrier has made the root visible; one thread is enough to carry it out.
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// Blocks cannot wait for one another inside a launch, but a launch waits for the one before it. So there is
// one launch per level, each leaving BLOCK times fewer values, until one is left: two launches reach
// BLOCK * BLOCK elements, three reach 2^24.
void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int *from = d_in;
    int left = n;
    do {
        // The sum of nothing takes one block as well: all its threads bring 0.
        const int blocks = left > 0 ? wl_ceil_div(left, BLOCK) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        reduce_block_kernel<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(from, to, left);
        CUDA_CHECK(cudaGetLastError());

        // Each level writes behind the one it reads: blocks run in any order, so a sum stored in place
        // could overwrite values that another block has yet to load.
        from = to;
        d_scratch += blocks;
        left = blocks;
    } while (left > 1);
}
