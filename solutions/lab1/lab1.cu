// Lab 1: who am I, and what does an algorithm cost?
// Build: make lab1        Grade: ./grade lab1        Interface: lab1.h, and algorithms.h for what is counted
#include "algorithms.h"
#include "lab1.h"
#include "warplab.h"

// A row of blocks. A warp is 32 threads of a block that follow each other in number.
__global__ void ids_1d_kernel(int *out, int n) {
    const int thread = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + thread;
    if (i < n) {
        int *const record = out + IDS_1D_RECORD * i;
        record[0] = i;
        record[1] = blockIdx.x;
        record[2] = thread;
        record[3] = thread / warpSize;
        record[4] = thread % warpSize;
    }
}

// A grid with rows and columns, of blocks with rows and columns. Threads are numbered along x first, so a
// warp of a block 24 wide is one row and a third of the next.
__global__ void ids_2d_kernel(int *out, int n, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    // Both have to be checked: a thread right of the picture would write into the next row.
    if (x < width && y * width + x < n) {
        int *const record = out + IDS_2D_RECORD * (y * width + x);
        record[0] = x;
        record[1] = y;
        record[2] = y * gridDim.x * blockDim.x + x;
        record[3] = blockIdx.y * gridDim.x + blockIdx.x;
        record[4] = thread;
        record[5] = thread / warpSize;
        record[6] = thread % warpSize;
    }
}

void ids_1d(const int *d_in, int *d_out, int *d_scratch, int n) {
    if (n == 0)
        return; // nobody to answer, and a grid of no blocks is an error
    ids_1d_kernel<<<wl_ceil_div(n, IDS_BLOCK), IDS_BLOCK>>>(d_out, n);
    CUDA_CHECK(cudaGetLastError());
}

void ids_2d(const int *d_in, int *d_out, int *d_scratch, int n, int width) {
    const int rows = wl_ceil_div(n, width);
    const dim3 block(IDS_COLUMNS, IDS_ROWS);
    const dim3 grid(wl_ceil_div(width, IDS_COLUMNS), wl_ceil_div(rows, IDS_ROWS));
    if (n == 0)
        return;
    ids_2d_kernel<<<grid, block>>>(d_out, n, width);
    CUDA_CHECK(cudaGetLastError());
}

// A fixed grid for any n: each thread goes on by the width of the whole grid, so that in every round
// neighbouring threads touch neighbouring elements, and a warp's 32 ints are four sectors of memory.
__global__ void copy_kernel(const int *in, int *out, unsigned int n) {
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

void copy_grid_stride(const int *d_in, int *d_out, int *d_scratch, int n) {
    const int block = 256, needed = wl_ceil_div(n, block), blocks = needed < 1024 ? needed : 1024;
    if (n == 0)
        return;
    copy_kernel<<<blocks, block>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}

// log2 n, rounded up: how often can n be halved until one is left?
__host__ __device__ int log2_ceil(int n) {
    int steps = 0;
    while (n > 1) {
        n = n / 2 + n % 2;
        steps++;
    }
    return steps;
}

// Serial reduce and serial scan alike: all but the first element are added, one after the other.
__host__ __device__ struct cost serial_cost(int n) {
    const long long additions = n > 0 ? n - 1 : 0;
    return {additions, additions};
}

// A tree leaves one value fewer with each addition, and half of them after each step.
__host__ __device__ struct cost tree_reduce_cost(int n) {
    const long long additions = n > 0 ? n - 1 : 0;
    return {log2_ceil(n), additions};
}

// Output i takes a tree of i additions. All trees grow side by side; the last is the longest.
__host__ __device__ struct cost reduce_an_output_cost(int n) {
    const long long outputs = n;
    return {log2_ceil(n), outputs * (outputs - 1) / 2};
}

// In the step with an offset all elements add but the first `offset`.
__host__ __device__ struct cost hillis_steele_cost(int n) {
    struct cost cost = {0, 0};
    for (long long offset = 1; offset < n; offset *= 2) {
        cost.steps++;
        cost.work += n - offset;
    }
    return cost;
}

// One tree up and one down, of all that the next power of two has room for.
__host__ __device__ struct cost blelloch_cost(int n) {
    const int levels = log2_ceil(n);
    return {2 * levels, 2 * ((1LL << levels) - 1)};
}

// Brent: for a step of w operations p processors take w / p turns, rounded up: at most (w - 1) / p, and one.
// Summed over the steps it is steps + (work - steps) / p. Times p, which is the same for all, it needs no
// division.
__host__ __device__ long long brent_bound(struct cost cost, int processors) {
    return cost.steps * processors + cost.work - cost.steps;
}

__host__ __device__ enum scan pick_scan(int n, int processors) {
    const long long serial = brent_bound(serial_cost(n), processors);
    const long long hillis_steele = brent_bound(hillis_steele_cost(n), processors);
    const long long blelloch = brent_bound(blelloch_cost(n), processors);
    if (serial <= hillis_steele && serial <= blelloch)
        return SCAN_SERIAL;
    return hillis_steele <= blelloch ? SCAN_HILLIS_STEELE : SCAN_BLELLOCH;
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
