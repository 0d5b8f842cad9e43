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
    // TODO 1 (5 lines): which element is this thread's, and where in shared memory does it put it? What
    // does a thread past the end put there, so that the sum does not notice? When may a thread read what
    // another one wrote?
    // The block's shared memory is declared as: extern __shared__ int sums[];
    // END TODO 1

    // TODO 2 (5 lines): in each step the lower half of what is left adds the upper half to itself. Which
    // threads add, and which element does thread t read? Who has to reach the barrier, and how often?
    // END TODO 2

    // TODO 3 (2 lines): where is the block's sum now, and which thread carries it out?
    // END TODO 3
}

// Blocks cannot wait for one another inside a launch, but a launch waits for the one before it. So there is
// one launch per level, each leaving BLOCK times fewer values, until one is left: two launches reach
// BLOCK * BLOCK elements, three reach 2^24.
void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 4 (about 3 lines for n <= BLOCK, 11 for any n): how many blocks do n elements take, and how many
    // bytes of shared memory does a block need? Where do the sums go if there is more than one block, and
    // what is the next launch's input then? What if n is 0? Check every launch:
    // CUDA_CHECK(cudaGetLastError());
    // END TODO 4
}
