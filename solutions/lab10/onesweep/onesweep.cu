// Lab 10, one rung further: a radix sort that reads and writes each key once for each digit of 8 bits, by
// decoupled look-back, after Adinets and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for
// GPUs" (2022).
// Try it: make bench-sort, or by try.cu beside this        Interface: onesweep.h
#include "count.cuh"
#include "onesweep.h"
#include "warplab.h"

enum {
    THREADS = 512, // at least DIGITS, so that thread d can look after digit d
    WARPS = THREADS / 32,
    EACH = 20, // keys a thread; a multiple of 4, for bytes are loaded by fours
    TILE = THREADS * EACH,
    BLOCKS = 2, // a multiprocessor: more would leave too few registers
    LOOK = 4    // tiles that are looked at together
};

enum : unsigned int { ALL_LANES = 0xffffffffu, ABSENT = 0xffffffffu };

// What comes before digit t, of which thread t brings the count. All threads of the block call this.
__device__ unsigned int scan_digits(unsigned int mine) {
    __shared__ unsigned int sums[DIGITS / 32];
    const unsigned int t = threadIdx.x, lane = t % 32, warp = t / 32;
    unsigned int up_to = mine;
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        const unsigned int left = __shfl_up_sync(ALL_LANES, up_to, distance);
        up_to += lane >= distance ? left : 0;
    }
    if (lane == 31 && t < DIGITS)
        sums[warp] = up_to;
    __syncthreads();
    for (unsigned int w = 0; w < warp && w < DIGITS / 32; w++)
        up_to += sums[w];
    return up_to - mine;
}

// Where the first key of each digit goes, as what comes before the first tile.
__global__ void begin_kernel(struct tables *tables, unsigned int pass) {
    const unsigned int d = threadIdx.x;
    tables->states[0][d] = ALL_SUMS | scan_digits(tables->counts[pass][d]);
    if (d == 0)
        tables->ticket = 0;
}

// Waits until a tile has made known something of a digit; LOOK tiles are asked at a time, from the nearest
// on.
__device__ unsigned int look_back(unsigned int (*states)[DIGITS], unsigned int tile, unsigned int digit) {
    unsigned int before = 0;
    for (int nearest = (int)tile;; nearest -= LOOK) {
        unsigned int seen[LOOK];
        for (int k = 0; k < LOOK; k++)
            seen[k] = nearest >= k ? *(volatile unsigned int *)&states[nearest - k][digit] : 0;
        for (int k = 0; k < LOOK; k++) {
            while (seen[k] == 0)
                seen[k] = *(volatile unsigned int *)&states[nearest - k][digit];
            if (seen[k] >= ALL_SUMS)
                return before + (seen[k] - ALL_SUMS);
            before += seen[k] - 1;
        }
    }
}

// This thread's keys of the tile at `in`, which has `count`: 32 in a row for each round of its warp.
template <typename Key> __device__ void load_rows(unsigned int *keys, const Key *in, unsigned int count) {
    const unsigned int first = threadIdx.x / 32 * (32 * EACH) + threadIdx.x % 32;
#pragma unroll
    for (unsigned int k = 0; k < EACH; k++)
        keys[k] = first + 32 * k < count ? in[first + 32 * k] : ABSENT;
}

__device__ void load_keys(unsigned int *keys, const unsigned int *in, unsigned int count) {
    load_rows(keys, in, count);
}

// Bytes of one value cannot be told apart, so that any thread may take any of them.
__device__ void load_keys(unsigned int *keys, const unsigned char *in, unsigned int count) {
    if (count < TILE || (size_t)in % sizeof(int) != 0) {
        load_rows(keys, in, count);
        return;
    }
    const unsigned int *words = (const unsigned int *)in;
#pragma unroll
    for (unsigned int k = 0; k < EACH; k++)
        keys[k] = k % 4 == 0 ? words[k / 4 * THREADS + threadIdx.x] : keys[k - 1] >> 8;
}

// The rank of this lane's key among those of its digit that the warp has had so far; `count` is how many, and
// `lanes` is 0 between calls.
//
// With one digit in all lanes there is nothing to find out; else 32 atomics on one word would take turns. If
// the order among equal digits does not matter, an addition is enough. Otherwise the lanes of a digit
// meet in a word of shared memory, and count who comes before them.
__device__ unsigned int rank_key(unsigned int *count, unsigned int *lanes, unsigned int digit,
                                 bool in_order) {
    const unsigned int lane = threadIdx.x % 32, me = 1u << lane;
    int alike = 0;
    __match_all_sync(ALL_LANES, digit, &alike);
    if (alike) {
        const unsigned int before = lane == 0 ? atomicAdd(count, 32u) : 0;
        __syncwarp();
        return __shfl_sync(ALL_LANES, before, 0) + lane;
    }
    if (!in_order)
        return atomicAdd(count, 1u);
    atomicOr(lanes, me);
    __syncwarp();
    const unsigned int same = *lanes, earlier = same & (me - 1), before = *count;
    __syncwarp();
    if (earlier == 0) {
        *count = before + __popc(same);
        *lanes = 0;
    }
    __syncwarp();
    return before + __popc(earlier);
}

__device__ void rank_keys(unsigned int *ranks, const unsigned int *keys, unsigned int *counts,
                          unsigned int *lanes, unsigned int shift, bool in_order) {
#pragma unroll
    for (unsigned int k = 0; k < EACH; k++) {
        const unsigned int digit = digit_of(keys[k], shift);
        ranks[k] = rank_key(&counts[digit], &lanes[digit], digit, in_order);
    }
}

// One pass: each block takes a tile, sorts it by the digit in shared memory, and brings it to its places.
//
// What this version fixes: a sort that counts, scans, and scatters in launches of their own reads each key
// twice a pass. Here a tile's counts are known to the tiles behind it as soon as it has them, and it is read
// once. Keys of one digit leave the block side by side, so that a warp writes whole sectors. What still
// hurts: shared memory, which each key meets about ten times on its way, with lanes that take turns.
template <typename Key>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    sweep_kernel(const Key *in, Key *out, struct tables *tables, unsigned int n, unsigned int shift) {
    extern __shared__ unsigned int shared[];
    unsigned int(*const counts)[DIGITS] = (unsigned int(*)[DIGITS])shared; // of each warp
    unsigned int(*const lanes)[DIGITS] = counts + WARPS;
    unsigned int *const places = shared + 2 * WARPS * DIGITS;
    Key *const sorted = (Key *)(places + DIGITS);
    __shared__ unsigned int taken;
    const unsigned int t = threadIdx.x, warp = t / 32;
    // Tiles in the order in which blocks begin, so that each waits only for blocks that run.
    if (t == 0)
        taken = atomicAdd(&tables->ticket, 1u);
    for (unsigned int i = t; i < 2 * WARPS * DIGITS; i += THREADS)
        shared[i] = 0;
    __syncthreads();
    const unsigned int tile = taken, begin = tile * TILE, count = n - begin < TILE ? n - begin : TILE;
    unsigned int keys[EACH], ranks[EACH];
    load_keys(keys, in + begin, count);

    // No pass made an order before the first one, which any order will do for; but what is absent has to come
    // last.
    if (shift == 0 && count == TILE)
        rank_keys(ranks, keys, counts[warp], lanes[warp], 0, false);
    else
        rank_keys(ranks, keys, counts[warp], lanes[warp], shift, true);
    __syncthreads();

    // Thread d has digit d: its count in each warp becomes where the warp's first such key goes.
    unsigned int own = 0;
    if (t < DIGITS) {
        for (unsigned int w = 0; w < WARPS; w++)
            own += counts[w][t];
        atomicExch(&tables->states[tile + 1][t], own + 1);
    }
    const unsigned int first = scan_digits(own);
    if (t < DIGITS)
        for (unsigned int w = 0, to = first; w < WARPS; w++) {
            const unsigned int of_warp = counts[w][t];
            counts[w][t] = to;
            to += of_warp;
        }
    __syncthreads();

#pragma unroll
    for (unsigned int k = 0; k < EACH; k++)
        sorted[counts[warp][digit_of(keys[k], shift)] + ranks[k]] = (Key)keys[k];
    if (t < DIGITS) {
        const unsigned int before = look_back(tables->states, tile, t);
        atomicExch(&tables->states[tile + 1][t], ALL_SUMS | (before + own));
        places[t] = before - first; // wraps, and comes right when a place in the tile is added
    }
    __syncthreads();

    // What is absent came last.
#pragma unroll 8
    for (unsigned int i = t; i < count; i += THREADS) {
        const Key key = sorted[i];
        out[places[digit_of(key, shift)] + i] = key;
    }
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }
static size_t tables_bytes(int n) {
    return sizeof(struct tables) + (1 + (size_t)wl_ceil_div(n, TILE)) * DIGITS * sizeof(int);
}

template <typename Key>
static void sort(const Key *d_in, Key *d_out, Key *other, struct tables *tables, int n) {
    if (n == 0)
        return; // a grid of no blocks is an error
    const int tiles = wl_ceil_div(n, TILE), needed = wl_ceil_div(n, COUNT_THREADS);
    const size_t shared = (2 * WARPS + 1) * DIGITS * sizeof(int) + TILE * sizeof(Key);
    int multiprocessors = 1;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const int most = COUNT_BLOCKS * multiprocessors, blocks = needed < most ? needed : most;
    const cudaFuncAttribute most_shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    CUDA_CHECK(cudaFuncSetAttribute(sweep_kernel<Key>, most_shared, (int)shared));
    CUDA_CHECK(cudaMemsetAsync(tables->counts, 0, sizeof tables->counts));
    count_kernel<<<blocks, COUNT_THREADS>>>(d_in, tables, n);
    CUDA_CHECK(cudaGetLastError());

    const Key *from = d_in;
    for (unsigned int pass = 0; pass < sizeof(Key); pass++) {
        // The last pass ends in d_out, the one before it in `other`, and so on.
        Key *const to = (sizeof(Key) - pass) % 2 == 1 ? d_out : other;
        CUDA_CHECK(cudaMemsetAsync(tables->states[1], 0, tiles * sizeof tables->states[0]));
        begin_kernel<<<1, DIGITS>>>(tables, pass);
        CUDA_CHECK(cudaGetLastError());
        sweep_kernel<<<tiles, THREADS, shared>>>(from, to, tables, n, pass * DIGIT_BITS);
        CUDA_CHECK(cudaGetLastError());
        from = to;
    }
}

size_t sort_ints_memory(int n) { return aligned(n * sizeof(int)) + tables_bytes(n); }
size_t sort_bytes_memory(int n) { return tables_bytes(n); }

void sort_ints(const unsigned int *d_in, unsigned int *d_out, void *memory, int n) {
    sort(d_in, d_out, (unsigned int *)memory, (struct tables *)((char *)memory + aligned(n * sizeof(int))),
         n);
}

void sort_bytes(const unsigned char *d_in, unsigned char *d_out, void *memory, int n) {
    sort(d_in, d_out, d_out, (struct tables *)memory, n);
}
