// Lab 13: a stencil of 5 x 5 weights, in tiles with a halo.
// Build: make lab13       Grade: ./grade lab13       Interface: lab13.h
#include "lab13.h"
#include "warplab.h"

// Rows and columns of a tile: a block has a thread for each of its elements. A row is as wide as a warp.
enum { TILE_ROWS = WL_BLOCK(8), TILE_COLS = WL_BLOCK(32) };
// With the halo, which is as wide as the stencil reaches, on all four sides.
enum { HALO_ROWS = TILE_ROWS + 2 * STENCIL_RADIUS, HALO_COLS = TILE_COLS + 2 * STENCIL_RADIUS };

// Lanes that read one word of constant memory receive it at once.
__constant__ float weights[STENCIL_SIDE * STENCIL_SIDE];

// The row or column that stands for i, of so many.
__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

// Each block makes one tile of out; each thread, one element of it.
//
// What this version fixes: without a tile every thread reads 25 elements from global memory, and its
// neighbours read nearly the same. Here a block brings its tile and the halo around it into shared memory,
// and each value that was brought is used up to 25 times.
// What still hurts: for each multiplication one value is read from shared memory. A thread that makes several
// elements of a column keeps the values that they have in common in registers.
__global__ void stencil_kernel(const float *in, float *out, int rows, int cols) {
    // TODO 1 (10 lines): __shared__ float tile[HALO_ROWS][HALO_COLS]; it has more elements than the block has
    // threads. Which row and column of in belong to tile[0][0], and can they be negative? Which elements does
    // this thread bring, and what does it bring where there is none? When may it read what others brought?
    // END TODO 1

    // TODO 2 (8 lines): where in the tile are the 25 neighbours of the element that this thread makes? And
    // what if there is no such element?
    // END TODO 2
}

void stencil_tiled(const float *d_in, const float *d_weights, float *d_out, int rows, int cols) {
    // TODO 3 (8 lines): copy d_weights, which is in device memory, to the constants: cudaMemcpyToSymbol. How
    // many tiles has d_out in a row, and how many in a column? What if it has no element? Check every call,
    // and after every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 3
}
