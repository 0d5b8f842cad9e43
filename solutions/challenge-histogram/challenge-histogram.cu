// Challenge: the histogram of bytes, faster than the vendor's library.
// Build: make challenge-histogram     Grade: ./grade challenge-histogram     Interface: challenge-histogram.h
#include "challenge-histogram.h"
#include "warplab.h"

// Shared memory has 32 banks, side by side, a word each; as many lanes as a warp has.
// A thread has LOADS loads of 16 bytes under way.
enum { BINS = 256, BANKS = 32, THREADS = 1024, BLOCKS = 2, LOADS = 2 };

// Counts the four elements of a word in the calling lane's column: that of bin b is word b * BANKS of `own`.
__device__ void count_word(unsigned int *own, unsigned int word) {
    for (unsigned int byte = 0; byte < 4; byte++, word >>= 8)
        atomicAdd(&own[(word & 0xff) * BANKS], 1u);
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
    __shared__ unsigned int counts[BINS * BANKS];
    const unsigned int t = threadIdx.x, lane = t % BANKS, stride = gridDim.x * blockDim.x;
    const unsigned int first = blockIdx.x * blockDim.x + t, count = n / 16;
    const uint4 *quads = (const uint4 *)in;
    uint4 next[LOADS] = {};
    load_round(next, quads, first, stride, count);
    for (unsigned int i = t; i < BINS * BANKS; i += THREADS)
        counts[i] = 0;
    __syncthreads();

    for (unsigned int i = first; i < count; i += LOADS * stride) {
        uint4 round[LOADS];
        for (unsigned int k = 0; k < LOADS; k++)
            round[k] = next[k];
        load_round(next, quads, i + LOADS * stride, stride, count);
        for (unsigned int k = 0; k < LOADS; k++)
            if (i + k * stride < count)
                count_quad(&counts[lane], round[k]);
    }
    // The last one to fifteen elements are in no quad.
    if (first < n % 16)
        atomicAdd(&counts[in[n - 1 - first] * BANKS + lane], 1u);
    __syncthreads();

    if (t >= BINS)
        return; // no barrier is left to come to
    unsigned int sum = 0;
    // Row t. Were this column c, a warp would read 32 rows of one bank: each thread begins at its own.
    for (unsigned int c = 0; c < BANKS; c++)
        sum += counts[t * BANKS + (t + c) % BANKS];
    if (sum > 0)
        atomicAdd(&bins[t], sum);
}

void challenge_histogram(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof *d_bins));
    if (n == 0)
        return;
    int multiprocessors = 1;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    // As many blocks as fit on the device at once; a small array does not need as many.
    const int needed = wl_ceil_div(wl_ceil_div(n, 16), THREADS);
    const int blocks = needed < BLOCKS * multiprocessors ? needed : BLOCKS * multiprocessors;
    histogram_kernel<<<blocks, THREADS>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}
