// Challenge: the sum of an array, as fast as memory can be read.
// Build: make challenge-reduce        Grade: ./grade challenge-reduce        Interface: challenge-reduce.h
#include "challenge-reduce.h"
#include "warplab.h"

// Threads a block, blocks a multiprocessor, and loads of 16 bytes that a thread has under way at once.
enum { THREADS = 512, BLOCKS = 4, LOADS = 8, WARPS = THREADS / 32 };

enum : unsigned int { ALL_LANES = 0xffffffffu };

// Adds the values of a warp's lanes; lane 0 has the sum.
__device__ unsigned int add_warp(unsigned int sum) {
    // TODO 1 (3 lines): in each step a lane adds the value of the lane `distance` further on, by
    // __shfl_down_sync(ALL_LANES, value, distance). Which distances are there?
    return 0;
    // END TODO 1
}

// Adds the values of a block's threads; thread 0 has the sum.
__device__ unsigned int add_block(unsigned int sum) {
    // TODO 2 (about 7 lines): each warp leaves its sum in shared memory. Who adds those, and how many
    // barriers does it take?
    return 0;
    // END TODO 2
}

__device__ unsigned int add_quad(uint4 quad) { return quad.x + quad.y + quad.z + quad.w; }

// Each block adds its share of the quads, and brings one sum to `out`.
//
// What this version fixes: with one element a thread, each pays for a tree. Here a thread reads hundreds, 16
// bytes at a time, eight loads under way at once: that many bytes must be on their way for memory to be busy.
// What still hurts: nothing but memory. A copy takes longer, for it also has to write.
__global__ void reduce_kernel(const int *in, int *out, unsigned int n) {
    // TODO 3 (about 21 lines): how many loads of 16 bytes are there in n ints, and who adds what is
    // behind the last? How can eight loads of one thread be under way before the first of them is needed?
    // And at the end, which thread of the block brings what to `out`, on which other blocks do the same?
    // END TODO 3
}

void challenge_reduce(const int *d_in, int *d_out, int *, int n) {
    // TODO 4 (about 10 lines): what must d_out hold before the first block adds to it? How many blocks
    // run on the device at once (cudaDevAttrMultiProcessorCount), and how many does a small array need?
    // END TODO 4
}
