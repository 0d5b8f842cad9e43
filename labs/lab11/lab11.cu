// Lab 11: the positive elements of an array, moved to its front in their order.
// Build: make lab11       Grade: ./grade lab11       Interface: lab11.h
#include "lab11.h"
#include "warplab.h"

// Threads per block, and elements a block looks at.
enum { BLOCK = WL_BLOCK(256) };

// What a scan tells each thread of a block.
struct scanned {
    int before; // the sum of the values of all threads before this one
    int all;    // the sum of all threads' values
};

inline __device__ bool is_kept(int element) { return element > 0; }

// Every thread of the block brings a value, and must call this.
//
// What it is for: a scan over ones and zeros counts, for each thread, the ones before it. That is the place
// of its element among those that are kept; no thread has to ask another, or to wait for its turn.
inline __device__ struct scanned scan_in_block(int value) {
    struct scanned sums = {0, 0};
    // TODO 1 (18 lines, most of them yours from lab 6): two buffers of the block, as
    // __shared__ int buffers[2 * BLOCK]; hold the values before and after a step. When all steps are done,
    // what is the sum up to this thread, what is it without its own value, and which thread's sum is that of
    // all? A block may scan twice: when may a thread fill a buffer again that others still read?
    // END TODO 1
    return sums;
}

// Each block counts the elements it keeps.
__global__ void count_kernel(const int *in, int *counts, unsigned int n) {
    // TODO 2 (4 lines): __syncthreads_count(flag) is a barrier that tells each thread how many brought a flag
    // that is not 0. Which flag does a thread past the end bring, and who writes the count?
    // END TODO 2
}

// One block makes of each block's count the place where that block's elements begin, and puts behind them
// where all of them end.
//
// What still hurts: while it does, the rest of the device has nothing to do. Levels, as in labs 6 and 7,
// would be faster for very large arrays; a scan in a single pass has no second kernel at all.
__global__ void scan_counts_kernel(int *counts, int blocks) {
    // TODO 3 (8 lines): the block goes through the counts, BLOCK at a time. What does a round have to know of
    // the rounds before it? Which place behind the counts takes the total, and is there a round for it, too?
    // END TODO 3
}

// Each block moves what it keeps to where its elements begin, and clears those of its places that are left
// over behind the last of all.
//
// What this version fixes: flags and places stay in registers and shared memory. Flags in global memory, and
// a scan over them, would read and write n ints three times more.
// What still hurts: the input is read twice, once to count and once to move.
__global__ void move_kernel(const int *in, int *out, const int *begins, unsigned int n) {
    // TODO 4 (7 lines): which element has a thread past the end, so that nobody keeps it, for all have to
    // come to the scan? Which place of out is this element's? And which thread clears place i, if nothing
    // ends there?
    // END TODO 4
}

void compact_positive(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 5 (9 lines): three launches. What if n is 0? How many blocks do n elements take, and where do
    // their counts go? Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 5
}
