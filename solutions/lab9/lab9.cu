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
    counters[bin / 4][threadIdx.x] += 1u << 8 * (bin % 4);
}

// Counts a chunk of the input, ROUND words for each thread, in the threads' own counters.
__device__ void count_chunk(unsigned int (*counters)[OWNERS], const unsigned char *in, unsigned int n,
                            unsigned int begin) {
    const unsigned int t = threadIdx.x, words = n / 4, end = begin + ROUND * OWNERS;
    const unsigned int *in_words = (const unsigned int *)in;
    for (unsigned int row = 0; row < ROWS; row++)
        counters[row][t] = 0;
    for (unsigned int i = begin + t; i < end && i < words; i += OWNERS)
        for (unsigned int word = in_words[i], byte = 0; byte < 4; byte++, word >>= 8)
            count_own(counters, word & 0xff);
    if (begin == 0 && t < n % 4)
        count_own(counters, in[n - 1 - t]);
}

// Adds up row t, which holds all threads' counters for bins 4t to 4t + 3.
__device__ void add_up_row(unsigned int (*counters)[OWNERS], unsigned int *totals) {
    // Everybody has counted; now the rows are read, which cross all columns.
    __syncthreads();
    unsigned int even = 0, odd = 0; // bytes 0 and 2, and 1 and 3: at most 64 * 255 in 16 bits
    for (unsigned int c = 0; c < OWNERS; c++) {
        // Were this column c, a warp would read 32 rows of one bank. Each thread begins at its own.
        const unsigned int word = counters[threadIdx.x][(threadIdx.x + c) % OWNERS];
        even += word & 0x00ff00ff;
        odd += word >> 8 & 0x00ff00ff;
    }
    totals[0] = even & 0xffff;
    totals[1] = odd & 0xffff;
    totals[2] = even >> 16;
    totals[3] = odd >> 16;
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
    // One word more than there are bins: a bin's copies then lie in different banks.
    __shared__ unsigned int copies[COPIES][BINS + 1];
    const unsigned int t = threadIdx.x, words = n / 4;
    const unsigned int *in_words = (const unsigned int *)in;
    for (unsigned int copy = 0; copy < COPIES; copy++)
        copies[copy][t] = 0;
    __syncthreads();

    unsigned int *own = copies[t % COPIES];
    const unsigned int begin = blockIdx.x * ROUNDS * THREADS, end = begin + ROUNDS * THREADS;
    for (unsigned int i = begin + t; i < end && i < words; i += THREADS)
        for (unsigned int word = in_words[i], byte = 0; byte < 4; byte++, word >>= 8)
            atomicAdd(&own[word & 0xff], 1u);
    if (blockIdx.x == 0 && t < n % 4)
        atomicAdd(&own[in[n - 1 - t]], 1u);

    __syncthreads();
    unsigned int sum = 0;
    for (unsigned int copy = 0; copy < COPIES; copy++)
        sum += copies[copy][t];
    atomicAdd(&bins[t], sum);
}

void histogram_private(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n) {
    // The bytes behind the words are the first block's: there is one even for no elements at all.
    const int blocks = n > 0 ? wl_ceil_div(n, 4 * ROUND * OWNERS) : 1;
    private_kernel<<<blocks, OWNERS>>>(d_in, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    // A launch waits for the one before it: all partial counts are there.
    add_up_kernel<<<BINS, 32>>>(d_scratch, d_bins, blocks);
    CUDA_CHECK(cudaGetLastError());
}

void histogram_multi(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof *d_bins));
    if (n == 0)
        return;
    multi_kernel<<<wl_ceil_div(n, 4 * ROUNDS * THREADS), THREADS>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}
