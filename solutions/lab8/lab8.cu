// Lab 8: the histogram of bytes, by atomic additions.
// Build: make lab8        Grade: ./grade lab8        Interface: lab8.h
#include "lab8.h"
#include "warplab.h"

// Threads per block; as many as there are bins, so that thread b can look after bin b.
enum { BLOCK = WL_BLOCK(256), BINS = BLOCK };

// Each thread counts one element.
//
// What this version fixes: in `bins[in[i]]++`, two threads that read the same count both add 1 to it and both
// store the same sum, and one element is lost. An atomic addition reads, adds and stores as one step.
// What still hurts: all threads of the grid queue at the same 256 words of global memory.
__global__ void global_atomics_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], 1u);
}

// Adds the four elements that lie in one word to bins: of the grid's or of the block's, as the caller likes.
__device__ void count_word(unsigned int *bins, unsigned int word) {
    // The order of the bytes in a word does not matter to a histogram.
    atomicAdd(&bins[word & 0xff], 1u);
    atomicAdd(&bins[word >> 8 & 0xff], 1u);
    atomicAdd(&bins[word >> 16 & 0xff], 1u);
    atomicAdd(&bins[word >> 24], 1u);
}

// Each thread counts the four elements of one word; the first three threads also count what is left over.
//
// What this version fixes: a warp of byte loads asks for 32 bytes, a warp of word loads for 128. A quarter of
// the load instructions bring in the same data.
// What still hurts: the queue at the bins is as long as before, and the time is spent there.
__global__ void wide_reads_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int *words = (const unsigned int *)in;
    if (i < n / 4)
        count_word(bins, words[i]);
    // No word covers the last n % 4 bytes: reading one there would reach past the end of the array.
    if (i < n % 4)
        atomicAdd(&bins[in[n - 1 - i]], 1u);
}

// Each block counts its share in bins of its own, and then adds those to the grid's.
//
// What this version fixes: a block's threads queue only with each other, at words in their own
// multiprocessor. Global memory sees 256 additions per block, and there are few blocks.
// What still hurts: with uneven data, a warp's threads still meet at the same few bins.
__global__ void shared_atomics_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    __shared__ unsigned int own[BINS];
    const unsigned int t = threadIdx.x;

    // Shared memory holds whatever was there before; nobody may count until all of it is cleared.
    own[t] = 0;
    __syncthreads();

    // The grid has fewer threads than there are words: each takes every stride-th one. Neighbouring threads
    // read neighbouring words in every round, so that each warp's loads are one piece of memory.
    const unsigned int first = blockIdx.x * blockDim.x + t, stride = gridDim.x * blockDim.x;
    const unsigned int *words = (const unsigned int *)in;
    for (unsigned int i = first; i < n / 4; i += stride)
        count_word(own, words[i]);
    if (first < n % 4)
        atomicAdd(&own[in[n - 1 - first]], 1u);

    // Thread t carries out bin t, which other threads have counted in: wait for all of them.
    __syncthreads();
    atomicAdd(&bins[t], own[t]);
}

// The bins hold garbage when a launcher is called; what is counted is added to what is there.
void clear_bins(unsigned int *d_bins) {
    // Asynchronous, and in order with the launches that follow on the same stream.
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof *d_bins));
}

void histogram_global_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    clear_bins(d_bins);
    if (n == 0)
        return; // a grid of no blocks is an error
    global_atomics_kernel<<<wl_ceil_div(n, BLOCK), BLOCK>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}

void histogram_wide_reads(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    clear_bins(d_bins);
    if (n == 0)
        return;
    // Words rounded up: with 1 to 3 elements there is no whole word, but there is work for a thread.
    wide_reads_kernel<<<wl_ceil_div(wl_ceil_div(n, 4), BLOCK), BLOCK>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}

void histogram_shared_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    clear_bins(d_bins);
    if (n == 0)
        return;
    int multiprocessors = 1;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    // Two blocks per multiprocessor keep all of them busy; a small array does not need as many.
    const int needed = wl_ceil_div(wl_ceil_div(n, 4), BLOCK);
    const int blocks = needed < 2 * multiprocessors ? needed : 2 * multiprocessors;
    shared_atomics_kernel<<<blocks, BLOCK>>>(d_in, d_bins, n);
    CUDA_CHECK(cudaGetLastError());
}
