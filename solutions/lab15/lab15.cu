// Lab 15: compaction in any order. The positive elements of an array, wherever there is room for them.
// Build: make lab15        Grade: ./grade lab15        Interface: lab15.h
#include "lab15.h"
#include "warplab.h"

// Threads per block, elements of each thread, and those of a block.
enum { BLOCK = 256, EACH = 8, TILE = BLOCK * EACH };
#define ALL_LANES 0xffffffffu

// Each block packs a tile in shared memory, asks once for room in the output, and moves what it kept there.
//
// What this version fixes: a kept element asked for its own room, and all of them waited for one word.
// What still hurts: each warp waits for the block's counter in shared memory, once for every 32 elements.
__global__ void compact_kernel(const int *d_in, int *d_out, int *d_count, int n) {
    __shared__ int packed[TILE];
    __shared__ int kept, begin;
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    for (int k = 0; k < EACH; k++) {
        const int i = blockIdx.x * TILE + k * BLOCK + threadIdx.x;
        const int element = i < n ? d_in[i] : 0; // no lane may leave: the vote is the whole warp's
        const unsigned int keepers = __ballot_sync(ALL_LANES, element > 0);
        int place = 0;
        if (lane == 0)
            place = atomicAdd(&kept, __popc(keepers));
        place = __shfl_sync(ALL_LANES, place, 0) + __popc(keepers & ((1u << lane) - 1));
        if (element > 0)
            packed[place] = element;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        begin = atomicAdd(d_count, kept);
    __syncthreads();
    for (int i = threadIdx.x; i < kept; i += BLOCK)
        d_out[begin + i] = packed[i];
}

void compact_any(const int *d_in, int *d_out, int *d_count, int n) {
    CUDA_CHECK(cudaMemset(d_count, 0, sizeof *d_count));
    if (n == 0)
        return;
    compact_kernel<<<wl_ceil_div(n, TILE), BLOCK>>>(d_in, d_out, d_count, n);
    CUDA_CHECK(cudaGetLastError());
}
