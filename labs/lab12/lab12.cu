// Lab 12: the product of two matrices, in tiles.
// Build: make lab12       Grade: ./grade lab12       Interface: lab12.h
#include "lab12.h"
#include "warplab.h"

// Rows and columns of a tile: a block has a thread for each of its elements.
enum { TILE = WL_BLOCK(16) };

// Each block makes one tile of c; each thread, one element of it.
//
// What this version fixes: without tiles every thread reads a row of a and a column of b from global memory,
// and its neighbours read the same again. Here a block brings a tile of each into shared memory, once for
// all of its threads, and each value that was brought is used TILE times.
// What still hurts: for each multiplication two values are read from shared memory, and that is what the
// multiprocessor is busy with. Threads that make several elements keep values in registers.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int rows, int cols, int inner) {
    // TODO 1 (15 lines): two tiles, as __shared__ float as[TILE][TILE], bs[TILE][TILE]; and a loop over the
    // tiles along `inner`. Which element of a and which of b does this thread bring, and what does it bring
    // where there is none? When may a thread read what the others brought, and when may the next tiles come?
    // END TODO 1

    // TODO 2 (2 lines): which element of c has this thread, and what if there is none?
    // END TODO 2
}

void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int rows, int cols, int inner) {
    // TODO 3 (6 lines): a block has a thread for each element of a tile. How many tiles has c in a row, and
    // how many in a column? What if it has no element? Check every launch: CUDA_CHECK(cudaGetLastError());
    // END TODO 3
}
