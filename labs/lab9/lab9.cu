// Lab 9: the histogram of bytes, by private copies.
// Build: make lab9        Grade: ./grade lab9        Interface: lab9.h
#include "lab9.h"
#include "warplab.h"

enum {
    BINS = WL_BLOCK(256), // fewer in the small blocks of a trace
    // The private version. A thread's 256 counters of a byte each lie in ROWS words; with as many threads a
    // block, thread t can add up row t. Four elements per word: 63 * 4 + 1 is no more than a byte can count.
    ROWS = BINS / 4,
    OWNERS = ROWS,
    ROUND = 63,
    // The version with several histograms per block: as many threads as bins, a copy for every 32, and
    // words a thread counts before its block merges.
    THREADS = BINS,
    COPIES = (THREADS + 31) / 32,
    ROUNDS = 16
};

// Counts one element in the calling thread's own counters: that of bin b is byte b % 4 of word b / 4.
//
// Thread t's words are all in column t, and so in one bank of shared memory, which no other thread of its
// warp uses: whatever the data, 32 threads are served at once.
__device__ void count_own(unsigned int (*counters)[OWNERS], unsigned int bin) {
    // TODO 1 (1 line): in which word is this thread's counter for the bin, and what do you add to the word so
    // that one of its four bytes grows by 1? Why does this need no atomic?
    // END TODO 1
}

// Counts a chunk of the input, ROUND words for each thread, in the threads' own counters.
__device__ void count_chunk(unsigned int (*counters)[OWNERS], const unsigned char *in, unsigned int n,
                            unsigned int begin) {
    // TODO 2 (9 lines): `begin` is the number of the chunk's first word, and n counts bytes. Clear this
    // thread's counters; count its words of the chunk, neighbours next to each other: begin + t, begin +
    // OWNERS + t, ... but none past the end. Which thread counts the bytes behind the last whole word? That
    // is up to the first chunk of all, begin == 0.
    // END TODO 2
}

// Adds up row t, which holds all threads' counters for bins 4t to 4t + 3.
__device__ void add_up_row(unsigned int (*counters)[OWNERS], unsigned int *totals) {
    // TODO 3 (10 lines): when may a thread read what the others have counted? Two bytes of a word can be
    // added at once: word & 0x00ff00ff leaves each of them 16 bits to grow. If all threads begin at column
    // 0, which banks does a warp read?
    // END TODO 3
}

// Each thread counts in a histogram of its own, and each block adds its threads' histograms up.
//
// What this version fixes: where only one thread writes to a counter, nobody has to queue. 64 threads with
// 256 counters of a byte fit into 16 KiB.
// What still hurts: a thread may count no more than 255 elements before its block adds up, and 16 KiB for two
// warps leave room for few of them on a multiprocessor.
__global__ void private_kernel(const unsigned char *in, unsigned int *partials, unsigned int n) {
    __shared__ unsigned int counters[ROWS][OWNERS];
    unsigned int totals[4] = {0, 0, 0, 0}; // the block's bins 4t to 4t + 3

    count_chunk(counters, in, n, blockIdx.x * ROUND * OWNERS);
    add_up_row(counters, totals);

    // A bin's partial counts lie side by side, for those who will add them.
    for (unsigned int b = 0; b < 4; b++)
        partials[(4 * threadIdx.x + b) * gridDim.x + blockIdx.x] = totals[b];
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

// Each block counts in several histograms, and adds them up when it has done all its rounds.
//
// What this version fixes: with one histogram per block, threads with equal elements queue at one word. Here
// neighbours use different copies: of 32 equal elements, 4 meet instead of 32. And global memory sees 256
// additions for every 16 rounds of 256 words, not for each.
// What still hurts: atomics in shared memory take turns in one unit of the multiprocessor; adding more copies
// does not make it faster.
__global__ void multi_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    // TODO 5 (6 lines): the block has COPIES histograms: __shared__ unsigned int copies[COPIES][BINS + 1];
    // clear all of them. Who may count when?
    // END TODO 5

    // TODO 6 (7 lines): which copy does this thread use, if neighbours shall use different ones? Count ROUNDS
    // words per thread, those of this block, and in the first block the bytes behind the last whole word.
    // END TODO 6

    // TODO 7 (5 lines): thread t adds up bin t of all copies, and brings one sum to the grid's bins.
    // END TODO 7
}

void histogram_private(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n) {
    // TODO 4 (5 lines): a chunk is ROUND words for each of OWNERS threads: how many chunks do n elements take
    // (n counts bytes, four to a word), one per block and at least one? The blocks' counts go to d_scratch,
    // 256 words per block. Then launch a warp for each bin to add them up.
    // END TODO 4
}

void histogram_multi(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 8 (5 lines): what must d_bins hold before the first block merges? How many blocks do n elements
    // take (n counts bytes, four to a word) if each counts ROUNDS * THREADS words, and what if n is 0?
    // END TODO 8
}
