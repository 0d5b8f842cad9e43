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
    const unsigned int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const bool is_zero = (key >> bit & 1) == 0;
    const unsigned int votes = __ballot_sync(0xffffffffu, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
    __syncthreads();

    unsigned int before = __popc(votes & ((1u << lane) - 1)), all = 0;
    for (unsigned int w = 0; w < WARPS; w++) {
        before += w < warp ? zeros[w] : 0;
        all += zeros[w];
    }
    // The ones follow all zeros; of the t keys before this one, those that are no zeros are ones.
    keys[is_zero ? before : all + t - before] = key;
    __syncthreads();
    return keys[threadIdx.x];
}

// Reduces the first `count` sorted keys by key, and returns how often key t was among them.
//
// Each key stands for a pair (key, 1), and the sum of a run of ones is its length: where it ends, less where
// it begins. Each run has one first and one last thread, so that two stores need no atomics.
__device__ unsigned int reduce_by_key(const unsigned int *keys, unsigned int *begins, unsigned int *ends,
                                      unsigned int count) {
    const unsigned int t = threadIdx.x;
    begins[t] = ends[t] = 0;
    __syncthreads();
    if (t < count) {
        const unsigned int key = keys[t];
        if (t == 0 || keys[t - 1] != key)
            begins[key] = t;
        if (t == count - 1 || keys[t + 1] != key)
            ends[key] = t + 1;
    }
    __syncthreads();
    return ends[threadIdx.x] - begins[threadIdx.x];
}

// Each block sorts its tiles and adds up the lengths of their runs.
//
// What this version fixes: no atomics at all, so nothing depends on how often keys meet: the time is the same
// for any data. It also works for keys of which there are far too many for an array of bins.
// What still hurts: eight passes over every key, with two barriers each, where one addition would do.
__global__ void sort_reduce_kernel(const unsigned char *in, unsigned int *partials, unsigned int n) {
    __shared__ unsigned int keys[TILE], zeros[WARPS], begins[BINS], ends[BINS];
    const unsigned int t = threadIdx.x;
    unsigned int total = 0; // how often key t was in this block's tiles

    for (unsigned int tile = 0; tile < TILES; tile++) {
        const unsigned int begin = (blockIdx.x * TILES + tile) * TILE;
        if (begin >= n)
            break; // the same for all threads of the block: none is left waiting at a barrier
        const unsigned int count = n - begin < TILE ? n - begin : TILE;
        unsigned int key = t < count ? in[begin + t] : LAST;
        // From the lowest bit to the highest: each pass keeps the order that the passes before it made. Keys
        // without an element came last, and so they stay behind all elements that equal them.
        for (unsigned int bit = 0; bit < 8; bit++)
            key = split(keys, zeros, key, bit);
        total += reduce_by_key(keys, begins, ends, count);
    }
    partials[t * gridDim.x + blockIdx.x] = total;
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
    // One block even for no elements at all: it leaves zeros.
    const int blocks = n > 0 ? wl_ceil_div(n, TILES * TILE) : 1;
    sort_reduce_kernel<<<blocks, TILE>>>(d_in, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    // A launch waits for the one before it: all partial counts are there.
    add_up_kernel<<<BINS, 32>>>(d_scratch, d_bins, blocks);
    CUDA_CHECK(cudaGetLastError());
}
