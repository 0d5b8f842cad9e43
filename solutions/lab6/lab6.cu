// Lab 6: the inclusive scan of an array, by the steps of Hillis and Steele.
// Build: make lab6        Grade: ./grade lab6        Interface: lab6.h
#include "lab6.h"
#include "warplab.h"

// Threads per block, and elements a block scans.
enum { BLOCK = WL_BLOCK(256) };

// Each block scans its part of `in` into `out`, as if nothing came before it, and leaves its sum in
// sums[blockIdx.x].
//
// What this version fixes: a serial scan takes n steps, each waiting for the one before. Here all elements
// are worked on at once, and log2 of the block's size steps are enough.
// What still hurts: a step adds for nearly every element, so the block does log2 of its size times the
// additions of a serial scan, and it stores every element as often.
__global__ void scan_block_kernel(const int *in, int *out, int *sums, unsigned int n) {
    // Two buffers of one int per thread.
    extern __shared__ int buffers[];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + t;
    int *from = buffers;
    int *to = buffers + blockDim.x;

    // A thread past the end brings 0, so that the last thread's sum is the block's in every block.
    from[t] = i < n ? in[i] : 0;
    __syncthreads();

    // Before a step each place holds the sum of `distance` elements, its own the last of them, or of all up
    // to the block's first. Adding the place that far to the left doubles this.
    for (unsigned int distance = 1; distance < blockDim.x; distance *= 2) {
        to[t] = t >= distance ? wl_add(from[t - distance], from[t]) : from[t];
        __syncthreads();
        // Written to one buffer while read from the other: in a single one, a thread could read what its
        // neighbour has added in this very step.
        int *const written = to;
        to = from;
        from = written;
    }

    if (i < n)
        out[i] = from[t];
    if (t == blockDim.x - 1)
        sums[blockIdx.x] = from[t];
}

// Adds to each block's elements the sum of all blocks before it; `sums` is scanned by then.
__global__ void add_offsets_kernel(int *out, const int *sums, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        out[i] = wl_add(out[i], sums[blockIdx.x - 1]);
}

// Scans n elements, one or more, of `in` into `out`, which may be the same array. The blocks' sums go to the
// beginning of `scratch`, are scanned in place in the same way, by as many levels as it takes, and added.
static void scan_level(const int *in, int *out, int *scratch, int n) {
    const int blocks = wl_ceil_div(n, BLOCK);
    scan_block_kernel<<<blocks, BLOCK, 2 * BLOCK * sizeof(int)>>>(in, out, scratch, n);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1)
        return;

    scan_level(scratch, scratch, scratch + blocks, blocks);
    add_offsets_kernel<<<blocks, BLOCK>>>(out, scratch, n);
    CUDA_CHECK(cudaGetLastError());
}

// Two levels reach BLOCK * BLOCK elements, three reach 2^24.
void scan_hillis_steele(const int *d_in, int *d_out, int *d_scratch, int n) {
    // A grid of no blocks is an error, and no elements have no sums.
    if (n > 0)
        scan_level(d_in, d_out, d_scratch, n);
}
