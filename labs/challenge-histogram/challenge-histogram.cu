// Challenge: the histogram of bytes, faster than the vendor's library.
// Build: make challenge-histogram     Grade: ./grade challenge-histogram     Interface: challenge-histogram.h
#include "challenge-histogram.h"
#include "warplab.h"

// Shared memory has 32 banks, side by side, a word each; as many lanes as a warp has.
// A thread has LOADS loads of 16 bytes under way.
enum { BINS = 256, BANKS = 32, THREADS = 1024, BLOCKS = 2, LOADS = 2 };

// Counts the four elements of a word in the calling lane's column: that of bin b is word b * BANKS of `own`.
__device__ void count_word(unsigned int *own, unsigned int word) {
    // TODO 1 (2 to 4 lines): which four elements are in the word, and where in the lane's column does
    // each count? Other warps count in the same column.
    // END TODO 1
}

// Counts the sixteen elements of a quad.
__device__ void count_quad(unsigned int *own, uint4 quad) {
    count_word(own, quad.x);
    count_word(own, quad.y);
    count_word(own, quad.z);
    count_word(own, quad.w);
}

// Begins the loads of a round: the quads from `first` on, `stride` apart, of which there are `count`.
__device__ void load_round(uint4 *round, const uint4 *quads, unsigned int first, unsigned int stride,
                           unsigned int count) {
    for (unsigned int k = 0; k < LOADS; k++)
        if (first + k * stride < count)
            round[k] = quads[first + k * stride];
}

// Each lane counts in a bank of its own; then the block adds up and brings one sum per bin to `bins`.
//
// What this version fixes: in one histogram, or in one for each warp, a warp's 32 elements lie in any bank.
// Some three or four of them meet in the busiest, and they take turns. With a row of 32 counters for each
// bin, one in each bank, lane l only ever uses bank l: 32 additions are done at once, whatever the data. The
// 32 warps of a block share the counters, so they still have to be atomics. While a round is counted the next
// one is already on its way. What still hurts: 32 KiB for a block have to be cleared and added up, which
// takes longer than counting where the array is small.
__global__ void __launch_bounds__(THREADS, BLOCKS)
    histogram_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    // TODO 2 (6 lines): the block has a row of 32 counters for each bin, __shared__ unsigned int
    // counts[BINS * BANKS]. Who clears these, of which there are more than threads, and who may count
    // when?
    // END TODO 2

    // TODO 3 (8 to 14 lines): where does this lane's column begin? How many quads are there in n bytes, and
    // who counts what is behind the last one? count_quad() does the rest; when is it all done? Once it is
    // right: load_round() can begin the next loads before these are counted.
    // END TODO 3

    // TODO 4 (7 lines): which threads have a bin to look after? What does each add up, in which order
    // so that lanes do not meet in a bank, and bring where?
    // END TODO 4
}

void challenge_histogram(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 5 (about 9 lines): what must d_bins hold before the first block adds to it? How many blocks
    // run on the device at once (cudaDevAttrMultiProcessorCount), and how many does a small array need?
    // END TODO 5
}
