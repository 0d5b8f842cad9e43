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
    // TODO 1 (7 lines): which element is this thread's, and which place of the first buffer does it fill?
    // What does a thread past the end put there? When may a thread read what another one wrote? The block's
    // shared memory is declared as: extern __shared__ int buffers[]; It holds both buffers: the first begins
    // at buffers, the second at buffers + blockDim.x.
    // END TODO 1

    // TODO 2 (7 lines): in the step of distance d, thread t writes one place of the second buffer, from one
    // or two places of the first. Which, and what if t < d? How does the distance grow, and when does it end?
    // Who has to reach the barrier? Which buffer is the first one then? Add with wl_add(a, b): it is counted.
    // END TODO 2

    // TODO 3 (4 lines): in which buffer is the block's scan now, and which threads have an element to put
    // out? Which thread holds the block's sum?
    // END TODO 3
}

// Adds to each block's elements the sum of all blocks before it; `sums` is scanned by then.
__global__ void add_offsets_kernel(int *out, const int *sums, unsigned int n) {
    // TODO 4 (3 lines): which of the sums, scanned by now, is that of all blocks before this one? Which block
    // has none before it?
    // END TODO 4
}

// Scans n elements, one or more, of `in` into `out`, which may be the same array. The blocks' sums go to the
// beginning of `scratch`, are scanned in place in the same way, by as many levels as it takes, and added.
static void scan_level(const int *in, int *out, int *scratch, int n) {
    // TODO 5 (3 lines for n <= BLOCK, 9 for any n): how many blocks do n elements take, and how many bytes of
    // shared memory does a block need? If there is more than one block, how are their sums scanned, where is
    // room for the sums of those, and what is left to do then? Check every launch:
    // CUDA_CHECK(cudaGetLastError());
    // END TODO 5
}

// Two levels reach BLOCK * BLOCK elements, three reach 2^24.
void scan_hillis_steele(const int *d_in, int *d_out, int *d_scratch, int n) {
    // A grid of no blocks is an error, and no elements have no sums.
    if (n > 0)
        scan_level(d_in, d_out, d_scratch, n);
}
