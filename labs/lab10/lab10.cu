// Lab 10: the histogram of bytes, by sorting and reducing by key.
// Build: make lab10        Grade: ./grade lab10        Interface: lab10.h
#include "lab10.h"
#include "warplab.h"

enum {
    TILE = WL_BLOCK(256), // keys sorted together, one per thread
    BINS = TILE,          // as many, so that thread b can look after bin b
    WARPS = (TILE + 31) / 32,
    TILES = 4, // tiles a block sorts, one after the other
    LAST = 255 // the greatest key: what a thread without an element sorts
};

// One pass of a radix sort: moves the keys whose bit is 0 before those whose bit is 1, and keeps the order
// among each. Returns the key that has come to this thread's place.
//
// A key with bit 0 goes where the number of such keys before it says: an exclusive scan of bits. A warp does
// its part of the scan with one vote and one population count.
__device__ unsigned int split(unsigned int *keys, unsigned int *zeros, unsigned int key, unsigned int bit) {
    // TODO 1 (10 lines): how many of the warp's keys before this one have bit 0 (__ballot_sync, __popc)?
    // Leave the warp's number of zeros in zeros[warp] for the others. How many zeros are there in the warps
    // before, and how many in all? So where does this key go? Who reads what another one wrote, and when?
    // END TODO 1
    return keys[threadIdx.x];
}

// Reduces the first `count` sorted keys by key, and returns how often key t was among them.
//
// Each key stands for a pair (key, 1), and the sum of a run of ones is its length: where it ends, less where
// it begins. Each run has one first and one last thread, so that two stores need no atomics.
__device__ unsigned int reduce_by_key(const unsigned int *keys, unsigned int *begins, unsigned int *ends,
                                      unsigned int count) {
    // TODO 2 (9 lines): no run, no count: clear begins[t] and ends[t]. How does thread t see that its key is
    // the first, or the last, of a run? Only the first `count` keys are elements. Who must wait for whom
    // before thread t can say how long run t is?
    // END TODO 2
    return ends[threadIdx.x] - begins[threadIdx.x];
}

// Each block sorts its tiles and adds up the lengths of their runs.
//
// What this version fixes: no atomics at all, so nothing depends on how often keys meet: the time is the same
// for any data. It also works for keys of which there are far too many for an array of bins.
// What still hurts: eight passes over every key, with two barriers each, where one addition would do.
__global__ void sort_reduce_kernel(const unsigned char *in, unsigned int *partials, unsigned int n) {
    // TODO 3 (11 lines): declare what split and reduce_by_key share. For each tile of the block: load one key
    // a thread, and LAST past the end; split by each bit, from which end? Add what reduce_by_key returns to
    // this thread's own count, and leave it in partials, with a bin's counts side by side.
    // END TODO 3
}

// Adds up the blocks' counts, a warp for each bin.
__global__ void add_up_kernel(const unsigned int *partials, unsigned int *bins, unsigned int blocks) {
    unsigned int sum = 0;
    for (unsigned int i = threadIdx.x; i < blocks; i += 32)
        sum += partials[blockIdx.x * blocks + i];
    for (unsigned int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x == 0)
        bins[blockIdx.x] = sum;
}

void histogram_sort_reduce(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n) {
    // TODO 4 (5 lines): how many blocks do n elements take, and why at least one? Their counts go to
    // d_scratch, 256 words per block. Then launch a warp for each bin to add them up; check both launches.
    // END TODO 4
}
