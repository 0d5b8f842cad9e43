// Reads of uninitialised memory, as students make them: a bin, a sum, the end of a tile.
#include "mistakes.h"

enum { T = 128, TILE = 16 };

// case reduce_tail: the last block has fewer elements than places
MISTAKE(reduce_tail) {
    __shared__ int s[T];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i < n)
        s[t] = in[i];
    else if (FIXED)
        s[t] = 0;
    __syncthreads();
    for (int stride = T / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // expect: uninitialized
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// case reduce_warp_sums: a sum for each warp, but 32 are added up
MISTAKE(reduce_warp_sums) {
    __shared__ int sums[32];
    int t = threadIdx.x, v = in[t];
    if (FIXED && t < 32)
        sums[t] = 0;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = sums[t]; // expect: uninitialized
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (t == 0)
            out[0] = v;
    }
}

// case stencil_corners: the halo's last element is not written
MISTAKE(stencil_corners) {
    __shared__ int s[T + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1];
    if (t == 0)
        s[0] = in[0];
    if (FIXED && t == 0)
        s[T + 1] = in[T + 1];
    __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2]; // expect: uninitialized
}

// case histogram_shared: bins that start as they are
MISTAKE(histogram_shared) {
    __shared__ int bins[16];
    if (FIXED && threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], 1); // expect: uninitialized
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// case histogram_few_threads: more bins than threads to clear them
MISTAKE(histogram_few_threads) {
    __shared__ int bins[2 * T];
    bins[threadIdx.x] = 0;
    if (FIXED)
        bins[threadIdx.x + T] = 0;
    __syncthreads();
    atomicAdd(&bins[2 * in[threadIdx.x]], 1); // expect: uninitialized
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

// case histogram_global: bins of the device that cudaMalloc does not clear
MISTAKE(histogram_global) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&(FIXED ? out : scratch)[in[i] % 16], 1); // expect: uninitialized
}

// case dynamic_shared: shared memory given at the launch does not start as zero either
MISTAKE(dynamic_shared) {
    extern __shared__ int counts[];
    if (FIXED)
        counts[threadIdx.x] = 0;
    counts[threadIdx.x] += in[threadIdx.x]; // expect: uninitialized
    __syncthreads();
    out[threadIdx.x] = counts[T - 1 - threadIdx.x];
}

// case flag_found: the flag is only ever raised
MISTAKE(flag_found) {
    __shared__ int found;
    if (FIXED && threadIdx.x == 0)
        found = 0;
    __syncthreads();
    if (in[threadIdx.x] == 1000)
        found = 1;
    __syncthreads();
    out[threadIdx.x] = found; // expect: uninitialized
}

// case sum_local: a sum that starts anywhere
MISTAKE(sum_local) {
    int sum;
    if (FIXED)
        sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i]; // expect: uninitialized
    out[threadIdx.x] = sum;
}

// case maximum_local: compared with what was there
MISTAKE(maximum_local) {
    int best;
    if (FIXED)
        best = in[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        best = max(best, in[i]); // expect: uninitialized
    out[threadIdx.x] = best;
}

// case last_match: no match, no value
MISTAKE(last_match) {
    int last;
    if (FIXED)
        last = -1;
    for (int i = 0; i < 8; i++)
        if (in[threadIdx.x + i] % 11 == 3)
            last = i;
    out[threadIdx.x] = last; // expect: uninitialized
}

// case bins_local: counters of one thread
MISTAKE(bins_local) {
    int bins[4];
    if (FIXED)
        for (int b = 0; b < 4; b++)
            bins[b] = 0;
    for (int i = 0; i < 8; i++)
        bins[in[threadIdx.x + i] % 4]++; // expect: uninitialized
    out[threadIdx.x] = bins[0] + bins[3];
}

// case window_local: the window's last element is not loaded
MISTAKE(window_local) {
    int window[5], sum = 0;
    for (int k = 0; k < 4 + FIXED; k++)
        window[k] = in[threadIdx.x + k];
    for (int k = 0; k < 5; k++)
        sum += window[k]; // expect: uninitialized
    out[threadIdx.x] = sum;
}

// case product_registers: a tile of results in registers, never cleared
MISTAKE(product_registers) {
    int c[2][2];
    if (FIXED)
        c[0][0] = c[0][1] = c[1][0] = c[1][1] = 0;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                c[i][j] += in[2 * threadIdx.x + i + k] * in[j * 8 + k]; // expect: uninitialized
    out[threadIdx.x] = c[0][0] + c[0][1] + c[1][0] + c[1][1];
}

// case product_edge: the part of a tile outside of the matrix is not cleared
MISTAKE(product_edge) {
    __shared__ int tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, width = 12, sum = 0;
    if (x < width)
        tile[y][x] = in[y * width + x];
    else if (FIXED)
        tile[y][x] = 0;
    __syncthreads();
    for (int k = 0; k < TILE; k++)
        sum += tile[y][k]; // expect: uninitialized
    out[y * TILE + x] = sum;
}

// case member_unset: one member of the result is forgotten
struct extremes {
    int low, high;
};
MISTAKE(member_unset) {
    extremes e;
    e.low = in[threadIdx.x];
    if (FIXED)
        e.high = in[threadIdx.x];
    for (int i = 1; i < 4; i++) {
        e.low = min(e.low, in[threadIdx.x + i]);
        e.high = max(e.high, in[threadIdx.x + i]); // expect: uninitialized
    }
    out[threadIdx.x] = e.high - e.low;
}

// case ping_pong: the first round reads the buffer that the second would have written
MISTAKE(ping_pong) {
    __shared__ int s[2][T];
    int t = threadIdx.x, from = FIXED ? 0 : 1;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0); // expect: uninitialized
        from = 1 - from;
        __syncthreads();
    }
    out[t] = s[from][t];
}

// case scratch_first_read: scratch memory is added to before anything was stored
MISTAKE(scratch_first_read) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (FIXED)
        scratch[i] = 0;
    scratch[i] += in[i % n]; // expect: uninitialized
    out[i] = scratch[i];
}

// case block_sums: one launch leaves a sum a full block, the next adds up one more
template <bool FIXED> __global__ void sum_blocks(const int *in, int *sums) {
    if (threadIdx.x == 0)
        sums[blockIdx.x] = in[blockIdx.x * T];
}
template <bool FIXED> __global__ void add_sums(const int *sums, int *out, int count) {
    for (int i = 0; i < count; i++)
        *out += sums[i]; // expect: uninitialized
}
template <bool FIXED> void block_sums() {
    struct buffers b = make_buffers();
    sum_blocks<FIXED><<<N / T, T>>>(b.in, b.scratch);
    add_sums<FIXED><<<1, 1>>>(b.scratch, b.out, FIXED ? N / T : (N + T - 1) / T);
    cudaDeviceSynchronize();
    free_buffers(b);
}

// case cleared_bytes: as many bytes are cleared as there are elements
template <bool FIXED> __global__ void count_up(int *counts) {
    counts[threadIdx.x] += 1; // expect: uninitialized
}
template <bool FIXED> void cleared_bytes() {
    int *counts;
    cudaMalloc(&counts, T * sizeof(int));
    cudaMemset(counts, 0, FIXED ? T * sizeof(int) : T);
    count_up<FIXED><<<1, T>>>(counts);
    cudaDeviceSynchronize();
    cudaFree(counts);
}

// case half_copied: half of the input is copied to the device
template <bool FIXED> __global__ void doubled(const int *from, int *to) {
    to[threadIdx.x] = 2 * from[threadIdx.x]; // expect: uninitialized
}
template <bool FIXED> void half_copied() {
    static int host[T];
    int *from, *to;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    cudaMemcpy(from, host, FIXED ? sizeof host : sizeof host / 2, cudaMemcpyHostToDevice);
    doubled<FIXED><<<1, T>>>(from, to);
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(to);
}

// case two_bytes: a short is stored where an int is read
MISTAKE(two_bytes) {
    __shared__ int s[T];
    if (FIXED)
        s[threadIdx.x] = in[threadIdx.x];
    else
        reinterpret_cast<short *>(s)[2 * threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[T - 1 - threadIdx.x]; // expect: uninitialized
}

static const struct mistake all[] = {
    KERNEL(reduce_tail, 8, T),
    KERNEL(reduce_warp_sums, 1, T),
    KERNEL(stencil_corners, 1, T),
    KERNEL(histogram_shared, 1, T),
    KERNEL(histogram_few_threads, 1, T),
    KERNEL(histogram_global, 8, T),
    KERNEL_WITH(dynamic_shared, 1, T, T * sizeof(int)),
    KERNEL(flag_found, 1, T),
    KERNEL(sum_local, 1, T),
    KERNEL(maximum_local, 1, T),
    KERNEL(last_match, 1, T),
    KERNEL(bins_local, 1, T),
    KERNEL(window_local, 1, T),
    KERNEL(product_registers, 1, T),
    KERNEL(product_edge, 1, dim3(TILE, TILE)),
    KERNEL(member_unset, 1, T),
    KERNEL(ping_pong, 1, T),
    KERNEL(scratch_first_read, 8, T),
    PROGRAM(block_sums),
    PROGRAM(cleared_bytes),
    PROGRAM(half_copied),
    KERNEL(two_bytes, 1, T),
};

int main(int argc, char **argv) { return run_mistakes(all, sizeof all / sizeof *all, argc, argv); }
