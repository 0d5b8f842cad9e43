// Challenge: the sum of an array, as fast as memory can be read.
// Build: make challenge-reduce        Grade: ./grade challenge-reduce        Interface: challenge-reduce.h
#include "challenge-reduce.h"
#include "warplab.h"

// Threads per block, and loads of 16 bytes, four ints, that a thread has under way at once: a block adds a
// tile.
enum { THREADS = 1024, LOADS = 4, TILE = THREADS * LOADS * 4, WARPS = THREADS / 32 };

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

// Adds a thread's part of a tile that is not full: from `first` on, a block's threads apart.
__device__ unsigned int add_rest(const int *in, unsigned int first, unsigned int n) {
    // TODO 3 (4 lines): which elements are this thread's, so that neighbours load neighbours?
    return 0;
    // END TODO 3
}

// Each block adds one tile, and brings one sum to `out`.
//
// What this version fixes: with four bytes a load, each thread waits for little. Here it has four loads of 16
// bytes under way, and adds nothing before all are sent: that many bytes must be on their way for memory to
// be busy. The tree, of 16384 elements, is climbed in registers, with one barrier. What still hurts: nothing
// but memory. A copy takes longer, for it also has to write.
__global__ void reduce_kernel(const int *in, int *out, unsigned int n) {
    // TODO 4 (about 17 lines): where does the block's tile begin, and is it full? How can all loads of
    // one thread, of 16 bytes each, be under way before the first of them is needed? And at the end,
    // which thread of the block brings what to `out`, on which other blocks do the same?
    // END TODO 4
}

void challenge_reduce(const int *d_in, int *d_out, int *, int n) {
    // TODO 5 (about 6 lines): what must d_out hold before the first block adds to it? How many blocks
    // are there, and what if there is none?
    // END TODO 5
}
