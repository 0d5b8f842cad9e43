// Lab 14: a sparse matrix times a vector, by a segmented scan of its entries.
// Build: make lab14       Grade: ./grade lab14       Interface: lab14.h
#include "lab14.h"
#include "warplab.h"

// Threads per block, and entries a block adds up.
enum { BLOCK = WL_BLOCK(256) };

// The row that entry i is in, among rows `low` to `high`: the last one that begins at i or before it. Of rows
// that begin at the same entry all but the last are empty.
__device__ int row_of(const int *offsets, int low, int high, int i) {
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (offsets[middle] <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// The scan of lab 6, for each row by itself. Every thread has the row of an entry and its number; it gets the
// sum of all numbers of its row from the block's first entry up to its own. In shared memory the block has
// the row of each entry, and two buffers of sums.
//
// What this version fixes: a thread for each row waits for the longest row of its warp. Here each thread does
// log2 of the block's size additions, whatever the rows are.
// What still hurts: as in lab 6 these are many more additions than there are entries.
__device__ float scan_segments(int *its_row, float (*sums)[BLOCK], int row, float sum) {
    // TODO 1 (13 lines): where do row and number go, that the other threads may read them? In the step of
    // distance d, which place is added, and what must be so of its row? What of the second buffer, and who
    // has to reach the barrier? Lab 6 has the steps.
    return sum;
    // END TODO 1
}

// The last entry of a row in this block has the row's sum. If the row goes on in the next block, the sum is
// this block's carry; else it is added to y. A carry that nobody needs is 0. `last` is the thread of the
// block's last entry.
__device__ void put_out(const int *its_row, float sum, bool goes_on, int last, float *y, int *carry_rows,
                        float *carry_sums) {
    // TODO 2 (11 lines): which threads have an entry? Which of them has the last entry of its row in this
    // block, and where does its sum go? What does the thread of the block's last entry leave as carry, and
    // what if its row ends here?
    // END TODO 2
}

// Multiplies a block's entries and adds up each row of them.
__global__ void entries_kernel(const int *offsets, const int *columns, const float *values, const float *x,
                               float *y, int *carry_rows, float *carry_sums, int rows, int entries) {
    __shared__ int its_row[BLOCK];
    __shared__ float sums[2][BLOCK];
    __shared__ int first_row, last_row;
    const int first = blockIdx.x * BLOCK;
    const int i = first + threadIdx.x;
    const int last = min(BLOCK, entries - first) - 1;

    // The block's rows are looked for once; then a thread has few to choose from.
    if (threadIdx.x == 0)
        first_row = row_of(offsets, 0, rows - 1, first);
    if (threadIdx.x == last)
        last_row = row_of(offsets, 0, rows - 1, first + last);
    __syncthreads();

    // TODO 3 (9 lines): which row is this thread's entry in, and what is its product? What have threads past
    // the end? What is the row's sum up to here, and how is it seen that the row goes on in the next block?
    // END TODO 3
}

// The same with the carries of n blocks, which have rows already.
__global__ void carries_kernel(const int *rows, const float *sums, float *y, int *carry_rows,
                               float *carry_sums, int n) {
    __shared__ int its_row[BLOCK];
    __shared__ float buffers[2][BLOCK];
    const int first = blockIdx.x * BLOCK;
    const int i = first + threadIdx.x;
    const int last = min(BLOCK, n - first) - 1;
    const int row = i < n ? rows[i] : -1;

    const float sum = scan_segments(its_row, buffers, row, i < n ? sums[i] : 0);
    const bool goes_on = i + 1 < n && rows[i + 1] == row;
    put_out(its_row, sum, goes_on, last, y, carry_rows, carry_sums);
}

void spmv_csr(const int *d_offsets, const int *d_columns, const float *d_values, const float *d_x, float *d_y,
              int *d_scratch_rows, float *d_scratch_sums, int rows, int cols, int entries) {
    // TODO 4 (7 lines): what is in d_y for rows without entries? How many blocks are there, and what if there
    // is no entry? Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 4

    // TODO 5 (9 lines): each block has left a carry in d_scratch_rows and d_scratch_sums. How many blocks
    // take them in, where is room for the carries of those, and when is there nothing left to carry?
    // END TODO 5
}
