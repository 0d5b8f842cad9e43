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
    const int t = threadIdx.x;
    int from = 0;
    its_row[t] = row;
    sums[from][t] = sum;
    __syncthreads();

    for (int distance = 1; distance < BLOCK; distance *= 2) {
        // Rows ascend: if the place that far to the left is of this row, all between are, too.
        if (t >= distance && its_row[t - distance] == row)
            sum += sums[from][t - distance];
        sums[1 - from][t] = sum;
        __syncthreads();
        from = 1 - from;
    }
    return sum;
}

// The last entry of a row in this block has the row's sum. If the row goes on in the next block, the sum is
// this block's carry; else it is added to y. A carry that nobody needs is 0. `last` is the thread of the
// block's last entry.
__device__ void put_out(const int *its_row, float sum, bool goes_on, int last, float *y, int *carry_rows,
                        float *carry_sums) {
    const int t = threadIdx.x;
    if (t > last)
        return;
    const int row = its_row[t];
    const bool ends = t == last ? !goes_on : its_row[t + 1] != row;
    // No other thread of this launch has an end of this row.
    if (ends)
        y[row] += sum;
    if (t == last) {
        carry_rows[blockIdx.x] = row;
        carry_sums[blockIdx.x] = ends ? 0 : sum;
    }
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

    // A thread past the end has no row, and takes part.
    int row = -1;
    float product = 0;
    if (i < entries) {
        row = row_of(offsets, first_row, last_row, i);
        product = values[i] * x[columns[i]];
    }
    const float sum = scan_segments(its_row, sums, row, product);
    const bool goes_on = threadIdx.x == last && i + 1 < offsets[row + 1];
    put_out(its_row, sum, goes_on, last, y, carry_rows, carry_sums);
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
    // Rows without entries stay as they are now.
    CUDA_CHECK(cudaMemsetAsync(d_y, 0, rows * sizeof(float)));
    if (entries == 0)
        return;
    int n = wl_ceil_div(entries, BLOCK);
    entries_kernel<<<n, BLOCK>>>(d_offsets, d_columns, d_values, d_x, d_y, d_scratch_rows, d_scratch_sums,
                                 rows, entries);
    CUDA_CHECK(cudaGetLastError());

    // As in lab 6 the carries of many blocks are too many for one, and have carries of their own.
    while (n > 1) {
        const int blocks = wl_ceil_div(n, BLOCK);
        carries_kernel<<<blocks, BLOCK>>>(d_scratch_rows, d_scratch_sums, d_y, d_scratch_rows + n,
                                          d_scratch_sums + n, n);
        CUDA_CHECK(cudaGetLastError());
        d_scratch_rows += n;
        d_scratch_sums += n;
        n = blocks;
    }
}
