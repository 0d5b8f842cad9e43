// Lab 7: the exclusive scan of an array, by Blelloch's two sweeps.
// Build: make lab7        Grade: ./grade lab7        Interface: lab7.h
#include "lab7.h"
#include "warplab.h"

// Threads per block, and elements a block scans: two per thread, as a step of the tree joins pairs. A power
// of two, so that the tree halves evenly.
enum { BLOCK = WL_BLOCK(256), ELEMENTS = 2 * BLOCK };

// Shared memory has 32 banks, side by side, a word each.
enum { BANKS = 32 };

// Where element i of a block lies in shared memory: behind every 32 words one is left out.
//
// In a step of distance d, neighbouring threads touch words 2d apart. Without the gaps these fall on 32 / 2d
// banks, all 32 threads on one bank from d = 16 on, and wait for one another. With them, whatever the
// distance, a warp's words lie in different banks.
inline __device__ unsigned int padded(unsigned int i) { return i + i / BANKS; }

// Each block scans its part of `in` into `out`, as if nothing came before it, and leaves its sum in
// sums[blockIdx.x].
//
// What this version fixes: Hillis and Steele's scan adds for nearly every element in each of its steps. Here
// the sums are made once, on the way up a tree, and handed down again: two additions per element in all.
// What still hurts: it takes twice the steps, and near the root nearly all threads wait for a few.
__global__ void scan_block_kernel(const int *in, int *out, int *sums, unsigned int n) {
    __shared__ int tree[ELEMENTS + ELEMENTS / BANKS];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * ELEMENTS + t;

    // Two elements per thread, half a block apart, so that neighbouring threads load neighbouring elements. A
    // place past the end gets 0, which no sum notices.
    tree[padded(t)] = i < n ? in[i] : 0;
    tree[padded(t + BLOCK)] = i + BLOCK < n ? in[i + BLOCK] : 0;

    // Up: at distance d, the last place of each 2d elements adds the sum of their left half to its own,
    // which is that of the right half. The lower threads take the pairs, so that warps fall idle as a whole.
    for (unsigned int distance = 1; distance < ELEMENTS; distance *= 2) {
        const unsigned int right = 2 * distance * (t + 1) - 1;
        __syncthreads();
        if (right < ELEMENTS)
            tree[padded(right)] = wl_add(tree[padded(right - distance)], tree[padded(right)]);
    }

    // The root holds the block's sum. Nothing comes before the whole block: the root gets the identity.
    __syncthreads();
    if (t == 0) {
        sums[blockIdx.x] = tree[padded(ELEMENTS - 1)];
        tree[padded(ELEMENTS - 1)] = 0;
    }

    // Down: each pair's right place holds what comes before both halves. The left half is told just that;
    // the right half, that and the left half's sum.
    for (unsigned int distance = ELEMENTS / 2; distance > 0; distance /= 2) {
        const unsigned int right = 2 * distance * (t + 1) - 1;
        __syncthreads();
        if (right < ELEMENTS) {
            const int before = tree[padded(right)];
            tree[padded(right)] = wl_add(before, tree[padded(right - distance)]);
            tree[padded(right - distance)] = before;
        }
    }

    __syncthreads();
    if (i < n)
        out[i] = tree[padded(t)];
    if (i + BLOCK < n)
        out[i + BLOCK] = tree[padded(t + BLOCK)];
}

// Adds to each block's elements the sum of all blocks before it; `sums` is scanned by then.
__global__ void add_offsets_kernel(int *out, const int *sums, unsigned int n) {
    const unsigned int i = blockIdx.x * ELEMENTS + threadIdx.x;
    const int offset = sums[blockIdx.x];
    if (i < n)
        out[i] = wl_add(out[i], offset);
    if (i + BLOCK < n)
        out[i + BLOCK] = wl_add(out[i + BLOCK], offset);
}

// Scans n elements, one or more, of `in` into `out`, which may be the same array. The blocks' sums go to the
// beginning of `scratch`, are scanned in place in the same way, by as many levels as it takes, and added.
static void scan_level(const int *in, int *out, int *scratch, int n) {
    const int blocks = wl_ceil_div(n, ELEMENTS);
    scan_block_kernel<<<blocks, BLOCK>>>(in, out, scratch, n);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1)
        return;

    scan_level(scratch, scratch, scratch + blocks, blocks);
    add_offsets_kernel<<<blocks, BLOCK>>>(out, scratch, n);
    CUDA_CHECK(cudaGetLastError());
}

// Two levels reach ELEMENTS * ELEMENTS elements, three reach 2^27.
void scan_blelloch(const int *d_in, int *d_out, int *d_scratch, int n) {
    // A grid of no blocks is an error, and no elements have no sums.
    if (n > 0)
        scan_level(d_in, d_out, d_scratch, n);
}
