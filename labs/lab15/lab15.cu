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
        // TODO 1 (7 lines): which lanes keep their element? One of them asks the block's counter for
        // room for all: how does it tell the others, and where in it is each lane's own place?
        // END TODO 1
    }
    // TODO 2 (6 lines): when is the tile packed? One thread asks for the block's room in d_out; when do
    // the others know where it begins, and how do neighbours write to neighbouring places?
    // END TODO 2
}

void compact_any(const int *d_in, int *d_out, int *d_count, int n) {
    // TODO 3 (5 lines): what is in d_count before the first block adds to it? How many blocks do so many
    // elements take, and what if there are none? Check every call, and every launch by cudaGetLastError().
    // END TODO 3
}
