// Lab 1: who am I, and what does an algorithm cost?
// Build: make lab1        Grade: ./grade lab1        Interface: lab1.h, and algorithms.h for what is counted
#include "algorithms.h"
#include "lab1.h"
#include "warplab.h"

// A row of blocks. A warp is 32 threads of a block that follow each other in number.
__global__ void ids_1d_kernel(int *out, int n) {
    // TODO 1 (about 9 lines): which number has this thread in the whole grid? If it is below n, write
    // its five numbers to out[5 * i] and behind. Which warp of its block is a thread in, which lane?
    // END TODO 1
}

// A grid with rows and columns, of blocks with rows and columns. Threads are numbered along x first, so a
// warp of a block 24 wide is one row and a third of the next.
__global__ void ids_2d_kernel(int *out, int n, int width) {
    // TODO 3 (about 13 lines): in which column and row of the grid is this thread, and is there a
    // pixel? Every number is row * width + column: of whose rows, and how wide are those?
    // END TODO 3
}

void ids_1d(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 2 (4 lines): how many blocks of IDS_BLOCK threads do n elements take? A grid of no blocks
    // is an error. Check the launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 2
}

void ids_2d(const int *d_in, int *d_out, int *d_scratch, int n, int width) {
    // TODO 4 (7 lines): how many rows has the picture? Which dim3 is a block, and which the grid?
    // END TODO 4
}

// A fixed grid for any n: each thread goes on by the width of the whole grid, so that in every round
// neighbouring threads touch neighbouring elements, and a warp's 32 ints are four sectors of memory.
__global__ void copy_kernel(const int *in, int *out, unsigned int n) {
    // TODO 5 (2 lines): which element is this thread's first, and how far away is its next?
    // END TODO 5
}

void copy_grid_stride(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 6 (5 lines): how many threads per block, how many blocks, at most 1024? What if n is 0?
    // END TODO 6
}

// log2 n, rounded up: how often can n be halved until one is left?
__host__ __device__ int log2_ceil(int n) {
    // TODO 7 (6 lines): count the halvings. What is it for 8, for 5, for 1, for 0?
    return 0;
    // END TODO 7
}

// Serial reduce and serial scan alike: all but the first element are added, one after the other.
__host__ __device__ struct cost serial_cost(int n) {
    // TODO 8 (2 lines): how many additions are there, and how many at a time? What if n is 0?
    // Here and below {-1, -1} stands for "not known yet".
    return {-1, -1};
    // END TODO 8
}

// A tree leaves one value fewer with each addition, and half of them after each step.
__host__ __device__ struct cost tree_reduce_cost(int n) {
    // TODO 9 (2 lines): how many values does one addition leave, how many one step?
    return {-1, -1};
    // END TODO 9
}

// Output i takes a tree of i additions. All trees grow side by side; the last is the longest.
__host__ __device__ struct cost reduce_an_output_cost(int n) {
    // TODO 10 (2 lines): which additions does output i need? How long does the longest tree take?
    // What happens to n * n in an int?
    return {-1, -1};
    // END TODO 10
}

// In the step with an offset all elements add but the first `offset`.
__host__ __device__ struct cost hillis_steele_cost(int n) {
    // TODO 11 (6 lines): which offsets are there below n, and how many elements add in each?
    return {-1, -1};
    // END TODO 11
}

// One tree up and one down, of all that the next power of two has room for.
__host__ __device__ struct cost blelloch_cost(int n) {
    // TODO 12 (2 lines): how many additions has a tree over the next power of two, and how often is
    // it gone through?
    return {-1, -1};
    // END TODO 12
}

// Brent: for a step of w operations p processors take w / p turns, rounded up: at most (w - 1) / p, and one.
// Summed over the steps it is steps + (work - steps) / p. Times p, which is the same for all, it needs no
// division.
__host__ __device__ long long brent_bound(struct cost cost, int processors) {
    // TODO 13 (1 line): steps + (work - steps) / processors, all of it times processors.
    return 0;
    // END TODO 13
}

__host__ __device__ enum scan pick_scan(int n, int processors) {
    // TODO 14 (6 lines): which of the three bounds is least? Of equal ones the first named is taken.
    return SCAN_UNKNOWN;
    // END TODO 14
}

// From here on all is given: it asks the functions above, and runs what they are about.

void count_reduces(const int *d_in, int *d_out, int *d_scratch, int n) {
    const struct cost costs[] = {serial_cost(n), tree_reduce_cost(n)};
    if (store_costs(d_out, costs, 2))
        run_reduces(d_in, d_scratch, n);
}

void count_scans(const int *d_in, int *d_out, int *d_scratch, int n) {
    const struct cost costs[] = {serial_cost(n), reduce_an_output_cost(n), hillis_steele_cost(n),
                                 blelloch_cost(n)};
    if (store_costs(d_out, costs, 4))
        run_scans(d_in, d_scratch, n);
}

__global__ void pick_kernel(const int *sizes, int *answers, int n, int processors) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        answers[i] = pick_scan(sizes[i], processors);
}

void pick_scans(const int *d_in, int *d_out, int *d_scratch, int n, int processors) {
    if (n == 0 || pick_scan(1, 1) == SCAN_UNKNOWN)
        return;
    pick_kernel<<<wl_ceil_div(n, 128), 128>>>(d_in, d_out, n, processors);
    CUDA_CHECK(cudaGetLastError());
}
