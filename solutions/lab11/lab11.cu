// Lab 11: the positive elements of an array, moved to its front in their order.
// Build: make lab11       Grade: ./grade lab11       Interface: lab11.h
#include "lab11.h"
#include "warplab.h"

// Threads per block, and elements a block looks at.
enum { BLOCK = WL_BLOCK(256) };

// What a scan tells each thread of a block.
struct scanned {
    int before; // the sum of the values of all threads before this one
    int all;    // the sum of all threads' values
};

inline __device__ bool is_kept(int element) { return element > 0; }

// Every thread of the block brings a value, and must call this.
//
// What it is for: a scan over ones and zeros counts, for each thread, the ones before it. That is the place
// of its element among those that are kept; no thread has to ask another, or to wait for its turn.
inline __device__ struct scanned scan_in_block(int value) {
    struct scanned sums = {0, 0};
    __shared__ int buffers[2 * BLOCK];
    const unsigned int t = threadIdx.x;
    int *from = buffers;
    int *to = buffers + BLOCK;

    from[t] = value;
    __syncthreads();
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        to[t] = t >= distance ? wl_add(from[t - distance], from[t]) : from[t];
        __syncthreads();
        int *const written = to;
        to = from;
        from = written;
    }
    sums.before = from[t] - value;
    sums.all = from[BLOCK - 1];
    // Nobody fills the buffers again, for a next scan, before all have read their sums.
    __syncthreads();
    return sums;
}

// Each block counts the elements it keeps.
__global__ void count_kernel(const int *in, int *counts, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int kept = __syncthreads_count(i < n && is_kept(in[i]));
    if (threadIdx.x == 0)
        counts[blockIdx.x] = kept;
}

// One block makes of each block's count the place where that block's elements begin, and puts behind them
// where all of them end.
//
// What still hurts: while it does, the rest of the device has nothing to do. Levels, as in labs 6 and 7,
// would be faster for very large arrays; a scan in a single pass has no second kernel at all.
__global__ void scan_counts_kernel(int *counts, int blocks) {
    int before = 0;
    for (int first = 0; first <= blocks; first += BLOCK) {
        const int b = first + threadIdx.x;
        const struct scanned sums = scan_in_block(b < blocks ? counts[b] : 0);
        if (b <= blocks)
            counts[b] = before + sums.before;
        before += sums.all;
    }
}

// Each block moves what it keeps to where its elements begin, and clears those of its places that are left
// over behind the last of all.
//
// What this version fixes: flags and places stay in registers and shared memory. Flags in global memory, and
// a scan over them, would read and write n ints three times more.
// What still hurts: the input is read twice, once to count and once to move.
__global__ void move_kernel(const int *in, int *out, const int *begins, unsigned int n) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    // A thread past the end brings an element that nobody keeps.
    const int element = i < n ? in[i] : 0;
    const struct scanned kept = scan_in_block(is_kept(element) ? 1 : 0);
    if (is_kept(element))
        out[begins[blockIdx.x] + kept.before] = element;
    if (i < n && i >= begins[gridDim.x])
        out[i] = 0;
}

void compact_positive(const int *d_in, int *d_out, int *d_scratch, int n) {
    if (n == 0)
        return;
    const int blocks = wl_ceil_div(n, BLOCK);
    count_kernel<<<blocks, BLOCK>>>(d_in, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    scan_counts_kernel<<<1, BLOCK>>>(d_scratch, blocks);
    CUDA_CHECK(cudaGetLastError());
    move_kernel<<<blocks, BLOCK>>>(d_in, d_out, d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
}
