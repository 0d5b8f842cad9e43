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
    // TODO 1 (up to 11 lines): what can stand in front of any x, with each operator, and change nothing?
    // INT_MIN and INT_MAX are the smallest and the largest int. Begin with +: return 0.
    return 0;
    // END TODO 1
}

// a op b. Sums and products wrap, which in C only unsigned numbers may do.
__device__ int combine(int a, int b, enum reduce_op op) {
    // TODO 2 (up to 14 lines): one case per operator. Begin with + alone. Are && and & the same?
    return 0;
    // END TODO 2
}

// Combines `in` to one value per block, which goes to out[blockIdx.x]. Each block has blockDim.x ints of
// `tree` to itself.
//
// What this version fixes: one thread after the other takes n - 1 steps; here they are log2 of the block's
// size, and the input stays as it was because the tree is climbed in memory of its own.
// What still hurts: every step goes through global memory. For each element brought, about three are read
// and two written again.
__global__ void reduce_block_kernel(const int *in, int *tree, int *out, unsigned int n, enum reduce_op op) {
    // TODO 3 (7 lines): where in `tree` are this block's ints? Combine this thread's elements, starting from
    // the identity: which is the first, and how far away is the next, if there are more elements than
    // threads in the whole grid? Where does the value go, and when may another thread read it?
    // END TODO 3

    // TODO 4 (5 lines): in each step the lower half of what is left takes in the upper half. Which threads
    // combine, and which element does thread t read? Who has to reach the barrier, and how often?
    // END TODO 4

    // TODO 5 (2 lines): where is the block's value now, and which thread carries it out?
    // END TODO 5
}

// Blocks for n elements: one even for none, since the identity has to be written, too.
int blocks_for(int n) {
    const int blocks = wl_ceil_div(n, BLOCK);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
}

// Blocks cannot wait for one another inside a launch, but a launch waits for the one before it.
void reduce_global(const int *d_in, int *d_out, int *d_scratch, int n, enum reduce_op op) {
    // TODO 6 (7 lines): one launch from d_in to one value per block, and one of a single block from those to
    // d_out. Which part of d_scratch holds the values, which part the trees? How many elements has the
    // second launch? Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 6
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
    // TODO 7 (9 lines): as TODO 3, with x * x or x * x * x of every element x. Why is x better unsigned?
    // END TODO 7

    // Step 1: 0+1, 2+3, 4+5 ... (mask 1). Step 2: 0+2, 4+6 ... (mask 11). Step 3: 0+4 ... (mask 111).
    // TODO 8 (7 lines): offset doubles in each step, and mask gets one more bit. Which threads add?
    // END TODO 8

    // TODO 9 (4 lines): thread 0 leaves the block's sum, and in clocks[blockIdx.x] the clocks since `begin`.
    // END TODO 9
}

// The second launch adds sums, which are not squared again: that is reduce_global's kernel.
static void sum_powers(const int *d_in, int *d_out, int *d_scratch, int n, int power) {
    // TODO 10 (8 lines): as TODO 6. The clocks go to the beginning of d_scratch; what is where behind them?
    // END TODO 10
}

void reduce_squares(const int *d_in, int *d_out, int *d_scratch, int n) {
    sum_powers(d_in, d_out, d_scratch, n, 2);
}

void reduce_cubes(const int *d_in, int *d_out, int *d_scratch, int n) {
    sum_powers(d_in, d_out, d_scratch, n, 3);
}
