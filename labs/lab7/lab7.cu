// Lab 7: the exclusive scan of an array, by Blelloch's two sweeps.
// Build: make lab7        Grade: ./grade lab7        Interface: lab7.h
#include "lab7.h"
#include "warplab.h"

// Threads per block, and elements a block scans: two per thread, as a step of the tree joins pairs. A power
// of two, so that the tree halves evenly.
enum { BLOCK = WL_BLOCK(256), ELEMENTS = 2 * BLOCK };

// Shared memory has 32 banks, side by side, a word each.
enum { BANKS = 32 };

// TODO 8 (last of all; 1 line): neighbouring threads touch words 2 * distance apart. How many of the banks do
// a warp's 32 words fall on at distance 1, at 2, at 16? Which places could be left out to change that?
inline __device__ unsigned int padded(unsigned int i) { return i; }
// END TODO 8

// Each block scans its part of `in` into `out`, as if nothing came before it, and leaves its sum in
// sums[blockIdx.x].
//
// What this version fixes: Hillis and Steele's scan adds for nearly every element in each of its steps. Here
// the sums are made once, on the way up a tree, and handed down again: two additions per element in all.
// What still hurts: it takes twice the steps, and near the root nearly all threads wait for a few.
__global__ void scan_block_kernel(const int *in, int *out, int *sums, unsigned int n) {
    // TODO 1 (5 lines): which two elements does this thread load, so that neighbouring threads load
    // neighbouring elements, and where do they go? What goes into a place past the end?
    // The block's tree, element i at tree[padded(i)], with room for what TODO 8 leaves out:
    // __shared__ int tree[ELEMENTS + ELEMENTS / BANKS];
    // END TODO 1

    // TODO 2 (6 lines), up: at distance 1, 2, 4, ... thread t joins the t-th pair. Which place is its right
    // one, which its left one, and how many threads have a pair? Where does the barrier stand? Add with
    // wl_add(a, b): it is counted.
    // END TODO 2

    // TODO 3 (5 lines): where is the block's sum now, who keeps it in sums[blockIdx.x], and what takes its
    // place, since nothing comes before the whole block?
    // END TODO 3

    // TODO 4 (9 lines), down: the same pairs, the distances in reverse. A pair's right place knows what comes
    // before both halves. What is the left half told, and what the right half? What has to be kept meanwhile?
    // END TODO 4

    // TODO 5 (5 lines): when may this thread read its two places, and which of them does it put out?
    // END TODO 5
}

// Adds to each block's elements the sum of all blocks before it; `sums` is scanned by then.
__global__ void add_offsets_kernel(int *out, const int *sums, unsigned int n) {
    // TODO 6 (6 lines): launch it with the grid and block of the scan, so that a thread has the same two
    // elements. Which of the sums, scanned by now, is that of all blocks before this one?
    // END TODO 6
}

// Scans n elements, one or more, of `in` into `out`, which may be the same array. The blocks' sums go to the
// beginning of `scratch`, are scanned in place in the same way, by as many levels as it takes, and added.
static void scan_level(const int *in, int *out, int *scratch, int n) {
    // TODO 7 (3 lines for n <= ELEMENTS, 9 for any n): how many blocks do n elements take? If there is more
    // than one, how are their sums scanned, where is room for the sums of those, and what is left to do then?
    // Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 7
}

// Two levels reach ELEMENTS * ELEMENTS elements, three reach 2^27.
void scan_blelloch(const int *d_in, int *d_out, int *d_scratch, int n) {
    // A grid of no blocks is an error, and no elements have no sums.
    if (n > 0)
        scan_level(d_in, d_out, d_scratch, n);
}
