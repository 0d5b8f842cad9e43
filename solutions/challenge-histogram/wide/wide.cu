// The challenge's histogram, one rung further: 16384 bins, which leave no room for a column per lane, and
// counters of 64 bits, which shared memory can do without.
// Try it: make bench-wide, or by try.cu beside this        Interface: wide.h
#include "warplab.h"
#include "wide.h"

// A thread has LOADS loads of 16 bytes under way; BLOCKS blocks run on a multiprocessor at once.
enum { THREADS = 1024, LOADS = 2, BANKS = 32, BYTE_BINS = 256, MANY_BLOCKS = 2, LONG_BLOCKS = 2 };

// Bytes that one launch counts: below 2^32, so that no counter in shared memory runs over. A test sets less.
#ifndef PIECE
#define PIECE (1u << 31)
#endif

// Begins the loads of a round: the quads from `first` on, `stride` apart, of which there are `count`.
__device__ void load_round(uint4 *round, const uint4 *quads, unsigned int first, unsigned int stride,
                           unsigned int count) {
    for (unsigned int k = 0; k < LOADS; k++)
        if (first + k * stride < count)
            round[k] = quads[first + k * stride];
}

// Counts the elements of a word. `own` are the block's counters, or those of them that a lane uses.
typedef void count_word(unsigned int *own, unsigned int word);

// Clears the block's counters and counts all quads, of which there are `count`, in the grid's blocks
// together. While a round is counted the next one is already on its way, and the first one is while the
// counters are cleared.
template <count_word count_one>
__device__ void count_quads(unsigned int *counters, unsigned int size, unsigned int *own, const uint4 *quads,
                            unsigned int count) {
    const unsigned int stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 next[LOADS] = {};
    load_round(next, quads, first, stride, count);
    for (unsigned int i = threadIdx.x; i < size; i += THREADS)
        counters[i] = 0;
    __syncthreads();

    for (unsigned int i = first; i < count; i += LOADS * stride) {
        uint4 round[LOADS];
        for (unsigned int k = 0; k < LOADS; k++)
            round[k] = next[k];
        load_round(next, quads, i + LOADS * stride, stride, count);
        for (unsigned int k = 0; k < LOADS; k++)
            if (i + k * stride < count) {
                count_one(own, round[k].x);
                count_one(own, round[k].y);
                count_one(own, round[k].z);
                count_one(own, round[k].w);
            }
    }
}

// The word of shared memory that counts for a bin. Bins whose distance is a multiple of 32 would all be in
// one bank; with the next five bits of their number mixed in they lie in different ones.
__device__ unsigned int place_of(unsigned int bin) { return bin ^ (bin / BANKS % BANKS); }

__device__ void count_element(unsigned int *counts, unsigned int element) {
    if (element < MANY_BINS)
        atomicAdd(&counts[place_of(element)], 1u);
}

__device__ void count_pair(unsigned int *counts, unsigned int word) {
    count_element(counts, word & 0xffff);
    count_element(counts, word >> 16);
}

// One histogram per block, in 64 KiB of shared memory.
__global__ void __launch_bounds__(THREADS, MANY_BLOCKS)
    many_kernel(const unsigned short *in, unsigned int *bins, unsigned int n) {
    extern __shared__ unsigned int counts[];
    const unsigned int first = blockIdx.x * blockDim.x + threadIdx.x;
    count_quads<count_pair>(counts, MANY_BINS, counts, (const uint4 *)in, n / 8);
    // The last one to seven elements are in no quad.
    if (first < n % 8)
        count_element(counts, in[n - 1 - first]);
    __syncthreads();

    for (unsigned int bin = threadIdx.x; bin < MANY_BINS; bin += THREADS) {
        const unsigned int sum = counts[place_of(bin)];
        if (sum > 0)
            atomicAdd(&bins[bin], sum);
    }
}

// Counts the four bytes of a word in the calling lane's column: that of bin b is word b * BANKS of `own`.
__device__ void count_bytes(unsigned int *own, unsigned int word) {
    for (unsigned int byte = 0; byte < 4; byte++, word >>= 8)
        atomicAdd(&own[(word & 0xff) * BANKS], 1u);
}

// The challenge's kernel. Only the sum of a row has 64 bits.
__global__ void __launch_bounds__(THREADS, LONG_BLOCKS)
    long_kernel(const unsigned char *in, unsigned long long *bins, unsigned int n) {
    __shared__ unsigned int counts[BYTE_BINS * BANKS];
    const unsigned int t = threadIdx.x, lane = t % BANKS, first = blockIdx.x * blockDim.x + t;
    count_quads<count_bytes>(counts, BYTE_BINS * BANKS, &counts[lane], (const uint4 *)in, n / 16);
    // The last one to fifteen elements are in no quad.
    if (first < n % 16)
        atomicAdd(&counts[in[n - 1 - first] * BANKS + lane], 1u);
    __syncthreads();

    if (t >= BYTE_BINS)
        return; // no barrier is left to come to
    unsigned long long sum = 0;
    for (unsigned int c = 0; c < BANKS; c++)
        sum += counts[t * BANKS + (t + c) % BANKS];
    if (sum > 0)
        atomicAdd(&bins[t], sum);
}

// As many blocks as fit on the device at once, `each` per multiprocessor, but no more than there are quads
// for.
static int blocks_for(unsigned int quads, int each) {
    int multiprocessors = 1;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const unsigned int needed = (quads + THREADS - 1) / THREADS;
    const unsigned int most = (unsigned int)(each * multiprocessors);
    return (int)(needed < 1 ? 1 : needed < most ? needed : most);
}

void histogram_many(const unsigned short *d_in, unsigned int *d_bins, int n) {
    const size_t shared = MANY_BINS * sizeof *d_bins;
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, MANY_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    // More than 48 KiB takes a permission.
    CUDA_CHECK(cudaFuncSetAttribute(many_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    many_kernel<<<blocks_for((unsigned int)n / 8, MANY_BLOCKS), THREADS, shared>>>(d_in, d_bins,
                                                                                   (unsigned int)n);
    CUDA_CHECK(cudaGetLastError());
}

void histogram_long(const unsigned char *d_in, unsigned long long *d_bins, size_t n) {
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    for (size_t done = 0; done < n; done += PIECE) {
        const unsigned int count = n - done < PIECE ? (unsigned int)(n - done) : PIECE;
        long_kernel<<<blocks_for(count / 16, LONG_BLOCKS), THREADS>>>(d_in + done, d_bins, count);
        CUDA_CHECK(cudaGetLastError());
    }
}
