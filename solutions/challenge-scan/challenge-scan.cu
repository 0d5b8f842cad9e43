// Challenge: the exclusive scan of an array in a single pass, with decoupled look-back.
// Build: make challenge-scan          Grade: ./grade challenge-scan          Interface: challenge-scan.h
#include "challenge-scan.h"
#include "warplab.h"

// A block scans one tile, of which each thread has QUADS quads: four elements beside each other, 16 bytes.
// BLOCKS of them fit on a multiprocessor at once, if the compiler gives a thread no more than 64 registers.
enum { THREADS = 256, QUADS = 10, BLOCKS = 4, TILE = THREADS * QUADS * 4, WARPS = THREADS / 32 };

enum : unsigned int { ALL_LANES = 0xffffffffu };

// What a tile has made known: nothing yet, its own sum, or the sum of all tiles up to and with it. Flag and
// sum are one word of 64 bits, so that nobody ever sees the one without the other.
typedef unsigned long long state;
enum flag { UNKNOWN, OWN_SUM, ALL_SUMS };

inline __device__ state make_state(enum flag flag, unsigned int sum) { return (state)flag << 32 | sum; }
inline __device__ enum flag flag_of(state s) { return (enum flag)(s >> 32); }
inline __device__ unsigned int sum_of(state s) { return (unsigned int)s; }

// Tiles are given out in the order in which blocks begin to run. A block then waits only for blocks that run
// already, whatever the order the hardware starts them in; by blockIdx.x it might wait for one that cannot
// start before it ends.
__device__ unsigned int take_tile(unsigned long long *tickets) {
    __shared__ unsigned int tile;
    if (threadIdx.x == 0)
        tile = (unsigned int)atomicAdd(tickets, 1ull);
    __syncthreads();
    return tile;
}

// Makes a tile's sum known. Both sides use atomics: each store is one step, and seen by all blocks.
__device__ void publish(state *tile, enum flag flag, unsigned int sum) {
    atomicExch(tile, make_state(flag, sum));
}

// Waits until a tile has made a sum known.
__device__ state wait_for(state *tile) {
    state seen = atomicAdd(tile, 0ull);
    while (flag_of(seen) == UNKNOWN)
        seen = atomicAdd(tile, 0ull);
    return seen;
}

// The sum of the lanes of a warp, in every lane.
__device__ unsigned int add_warp(unsigned int sum) {
    for (unsigned int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, distance);
    return sum;
}

// The sum of all tiles before this one, found by one warp: 32 tiles at a time from the nearest to the first,
// until one knows the sum of all up to itself. Usually the first 32 do.
__device__ unsigned int look_back(state *tiles, unsigned int tile) {
    const int lane = threadIdx.x % 32;
    unsigned int before = 0;
    for (int nearest = (int)tile - 1;; nearest -= 32) {
        // Before the first tile there is nothing, and that is known.
        const int mine = nearest - lane;
        const state seen = mine >= 0 ? wait_for(&tiles[mine]) : make_state(ALL_SUMS, 0);
        const unsigned int complete = __ballot_sync(ALL_LANES, flag_of(seen) == ALL_SUMS);
        // What lies beyond the nearest complete sum is part of it.
        const int last = complete != 0 ? __ffs((int)complete) - 1 : 31;
        before += add_warp(lane <= last ? sum_of(seen) : 0);
        if (complete != 0)
            return before;
    }
}

// The inclusive scan of a warp's values.
__device__ unsigned int scan_warp(unsigned int sum) {
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        const unsigned int left = __shfl_up_sync(ALL_LANES, sum, distance);
        sum += threadIdx.x % 32 >= distance ? left : 0;
    }
    return sum;
}

// What comes before this warp in its block, of whose warps each brings its sum; `total` becomes the block's.
__device__ unsigned int scan_warps(unsigned int own, unsigned int *total) {
    __shared__ unsigned int sums[WARPS];
    const unsigned int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        sums[warp] = own;
    __syncthreads();
    unsigned int before = 0;
    *total = 0;
    for (unsigned int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        *total += sums[w];
    }
    return before;
}

// Four elements, of which the array has only those before n.
__device__ void load_rest(uint4 *quad, const int *in, unsigned int i, unsigned int n) {
    quad->x = i < n ? (unsigned int)in[i] : 0;
    quad->y = i + 1 < n ? (unsigned int)in[i + 1] : 0;
    quad->z = i + 2 < n ? (unsigned int)in[i + 2] : 0;
    quad->w = i + 3 < n ? (unsigned int)in[i + 3] : 0;
}

__device__ void store_rest(int *out, unsigned int i, unsigned int n, uint4 quad) {
    const unsigned int sums[] = {quad.x, quad.y, quad.z, quad.w};
    for (unsigned int k = 0; k < 4; k++)
        if (i + k < n)
            out[i + k] = (int)sums[k];
}

// Each block scans one tile and finds what comes before it.
//
// What this version fixes: in three launches each element is read twice and written twice. Here it is read
// once and written once: half the bytes. It stays in registers between, so that there are two barriers for
// 10240 elements. A tile makes its own sum known at once, so that tiles behind it need not wait for what
// comes before it: the look-back is decoupled from the chain of complete sums. What still hurts: one warp
// looks back while the block's others wait.
__global__ void __launch_bounds__(THREADS, BLOCKS)
    scan_kernel(const int *in, int *out, unsigned long long *tickets, state *tiles, unsigned int n) {
    __shared__ unsigned int before_tile;
    const unsigned int t = threadIdx.x, tile = take_tile(tickets);
    // A warp has QUADS * 128 elements in a row. In each of its rounds lane after lane takes four of them.
    const unsigned int first = tile * TILE + t / 32 * (QUADS * 128) + t % 32 * 4;
    const bool whole = tile * TILE + TILE <= n;
    uint4 quads[QUADS];
    if (whole)
        for (unsigned int k = 0; k < QUADS; k++)
            quads[k] = *(const uint4 *)&in[first + k * 128];
    else
        for (unsigned int k = 0; k < QUADS; k++)
            load_rest(&quads[k], in, first + k * 128, n);

    // What comes before each quad in the warp.
    unsigned int before[QUADS], sum = 0, total;
    for (unsigned int k = 0; k < QUADS; k++) {
        const unsigned int own = quads[k].x + quads[k].y + quads[k].z + quads[k].w, up_to = scan_warp(own);
        before[k] = sum + up_to - own;
        sum += __shfl_sync(ALL_LANES, up_to, 31);
    }
    const unsigned int before_warp = scan_warps(sum, &total);

    if (t == 0 && tile > 0)
        publish(&tiles[tile], OWN_SUM, total);
    if (t < 32) {
        const unsigned int sums = look_back(tiles, tile);
        if (t == 0) {
            publish(&tiles[tile], ALL_SUMS, sums + total);
            before_tile = sums;
        }
    }
    __syncthreads();

    for (unsigned int k = 0; k < QUADS; k++) {
        const unsigned int x = before_tile + before_warp + before[k], y = x + quads[k].x, z = y + quads[k].y,
                           w = z + quads[k].z;
        if (whole)
            *(uint4 *)&out[first + k * 128] = make_uint4(x, y, z, w);
        else
            store_rest(out, first + k * 128, n, make_uint4(x, y, z, w));
    }
}

void challenge_scan(const int *d_in, int *d_out, int *d_scratch, int n) {
    if (n == 0)
        return; // a grid of no blocks is an error
    const int tiles = wl_ceil_div(n, TILE);
    // The tickets, and behind them what each tile has made known. d_scratch holds garbage: what another run
    // left there must not be taken for this one's.
    state *const states = (state *)d_scratch;
    CUDA_CHECK(cudaMemsetAsync(states, 0, (tiles + 1) * sizeof(state)));
    scan_kernel<<<tiles, THREADS>>>(d_in, d_out, states, states + 1, n);
    CUDA_CHECK(cudaGetLastError());
}
