// One pass: tiles by ticket, Hillis and Steele within a tile, decoupled look-back (flag and sum in one word)
// between.
#include "lab6.h"
#include "warplab.h"

enum { BLOCK = 1024 };
static constexpr unsigned int FULL_WARP = 0xffffffffu;

typedef unsigned long long word;
static const word OWN = 1ull << 32, ALL = 2ull << 32;

// What comes before a tile; the first warp calls it as a whole, and every lane gets the answer.
__device__ unsigned int look_back(word *status, int tile) {
    const int lane = threadIdx.x;
    unsigned int before = 0;
    for (int nearest = tile - 1; nearest >= 0; nearest -= 32) {
        const int mine = nearest - lane;
        word seen;
        do
            seen = mine >= 0 ? atomicAdd(&status[mine], 0ull) : ALL;
        while (__any_sync(FULL_WARP, seen >> 32 == 0));
        const unsigned int totals = __ballot_sync(FULL_WARP, seen >= ALL);
        const int stop = totals != 0 ? __ffs(totals) - 1 : 31;
        before += __reduce_add_sync(FULL_WARP, lane <= stop ? (unsigned int)seen : 0u);
        if (totals != 0)
            break;
    }
    return before;
}

__global__ void __launch_bounds__(BLOCK) scan_kernel(const int *__restrict__ in, int *__restrict__ out,
                                                     word *status, unsigned int *tickets, unsigned int n) {
    __shared__ unsigned int buffers[2][BLOCK];
    __shared__ unsigned int its_tile, its_offset;
    const unsigned int t = threadIdx.x;
    if (t == 0)
        its_tile = atomicAdd(tickets, 1u);
    __syncthreads();
    const unsigned int tile = its_tile, i = tile * BLOCK + t;

    int from = 0;
    buffers[0][t] = i < n ? (unsigned int)in[i] : 0u;
    __syncthreads();
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        buffers[1 - from][t] =
            t >= distance ? wl_add(buffers[from][t - distance], buffers[from][t]) : buffers[from][t];
        __syncthreads();
        from = 1 - from;
    }
    const unsigned int sum = buffers[from][BLOCK - 1];
    if (t < 32) {
        if (t == 0)
            atomicExch(&status[tile], (tile == 0 ? ALL : OWN) | sum);
        const unsigned int before = look_back(status, tile);
        if (t == 0) {
            if (tile > 0)
                atomicExch(&status[tile], ALL | (before + sum));
            its_offset = before;
        }
    }
    __syncthreads();
    if (i < n)
        out[i] = (int)wl_add(its_offset, buffers[from][t]);
}

void scan_hillis_steele(const int *d_in, int *d_out, int *d_scratch, int n) {
    if (n == 0)
        return;
    const int tiles = wl_ceil_div(n, BLOCK);
    word *const status = (word *)d_scratch; // tiles words, then the ticket
    CUDA_CHECK(cudaMemsetAsync(d_scratch, 0, tiles * sizeof(word) + sizeof(int)));
    scan_kernel<<<tiles, BLOCK>>>(d_in, d_out, status, (unsigned int *)(status + tiles), n);
    CUDA_CHECK(cudaGetLastError());
}
