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
    // TODO 1 (3 lines): which element is this thread's, and what if it is past the end? Two threads may hold
    // the same value at the same time: how is the bin increased so that neither addition is lost?
    // END TODO 1
}

// Adds the four elements that lie in one word to bins: of the grid's or of the block's, as the caller likes.
__device__ void count_word(unsigned int *bins, unsigned int word) {
    // TODO 4 (4 lines): which four bytes does a word hold, and how do you get each out of it?
    // END TODO 4
}

// Each thread counts the four elements of one word; the first three threads also count what is left over.
//
// What this version fixes: a warp of byte loads asks for 32 bytes, a warp of word loads for 128. A quarter of
// the load instructions bring in the same data.
// What still hurts: the queue at the bins is as long as before, and the time is spent there.
__global__ void wide_reads_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    // TODO 5 (6 lines): seen as words, which one is this thread's, and how many whole ones are there? Who
    // counts the bytes behind the last whole word, and with which loads?
    // The same memory as words: const unsigned int *words = (const unsigned int *)in;
    // END TODO 5
}

// Each block counts its share in bins of its own, and then adds those to the grid's.
//
// What this version fixes: a block's threads queue only with each other, at words in their own
// multiprocessor. Global memory sees 256 additions per block, and there are few blocks.
// What still hurts: with uneven data, a warp's threads still meet at the same few bins.
__global__ void shared_atomics_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    // TODO 7 (4 lines): the block has bins of its own: __shared__ unsigned int own[BINS]; what do they hold
    // at first, and when may the first thread count in them?
    // END TODO 7

    // TODO 8 (6 lines): there are fewer threads than words. Which words does this thread count, so that in
    // every round neighbouring threads read neighbouring words? And the bytes behind the last word?
    // END TODO 8

    // TODO 9 (2 lines): who has counted in bin t, and when are they done? Other blocks add to the same bins
    // of the grid: how does thread t bring its bin there?
    // END TODO 9
}

// The bins hold garbage when a launcher is called; what is counted is added to what is there.
void clear_bins(unsigned int *d_bins) {
    // TODO 2 (1 line): how does the host set 256 words of device memory to 0? It is a CUDA call: check it.
    // END TODO 2
}

void histogram_global_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 3 (5 lines): what must d_bins hold before the first addition? How many blocks do n elements take,
    // and what if n is 0? Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 3
}

void histogram_wide_reads(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 6 (5 lines): as in TODO 3, but how many threads are needed now? With n = 3?
    // END TODO 6
}

void histogram_shared_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 10 (9 lines): how many multiprocessors has this device (cudaDeviceGetAttribute, with
    // cudaDevAttrMultiProcessorCount), and how many blocks keep them busy? How many does a small n need?
    // END TODO 10
}
