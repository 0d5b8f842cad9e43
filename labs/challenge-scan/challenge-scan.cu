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
    // TODO 1 (5 lines): one thread takes the next ticket; how do the others learn which it was? Why
    // must the tile not be blockIdx.x?
    return 0;
    // END TODO 1
}

// Makes a tile's sum known. Both sides use atomics: each store is one step, and seen by all blocks.
__device__ void publish(state *tile, enum flag flag, unsigned int sum) {
    // TODO 2 (1 line): another block reads the word while you write it. Which store is one step, and
    // seen by all?
    // END TODO 2
}

// Waits until a tile has made a sum known.
__device__ state wait_for(state *tile) {
    // TODO 3 (4 lines): how do you read a word that another block writes, again and again, so that each
    // time is a new read?
    return make_state(UNKNOWN, 0);
    // END TODO 3
}

// The sum of the lanes of a warp, in every lane.
__device__ unsigned int add_warp(unsigned int sum) {
    // TODO 4 (3 lines): __shfl_xor_sync() gives every lane a partner at a distance. Which distances are
    // there?
    return 0;
    // END TODO 4
}

// The sum of all tiles before this one, found by one warp: 32 tiles at a time from the nearest to the first,
// until one knows the sum of all up to itself. Usually the first 32 do.
__device__ unsigned int look_back(state *tiles, unsigned int tile) {
    // TODO 5 (about 12 lines): lane 0 looks at the nearest tile before this one, lane 1 at the one
    // before that, and so on. What does a lane see where there is no tile? Which lanes' sums are added,
    // if one of them knows the sum of all tiles up to itself (__ballot_sync, __ffs), and which if none
    // does? What comes next then?
    return 0;
    // END TODO 5
}

// The inclusive scan of a warp's values.
__device__ unsigned int scan_warp(unsigned int sum) {
    // TODO 6 (5 lines): lab 6's steps within a warp: which value comes from which lane, and who adds
    // nothing?
    return 0;
    // END TODO 6
}

// What comes before this warp in its block, of whose warps each brings its sum; `total` becomes the block's.
__device__ unsigned int scan_warps(unsigned int own, unsigned int *total) {
    // TODO 7 (about 11 lines): the warps' sums meet in shared memory. Which of them come before this
    // warp? What is the sum of all?
    *total = 0;
    return 0;
    // END TODO 7
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
    // TODO 8 (about 16 lines): take a tile. A warp has QUADS * 128 elements in a row, and in each of
    // QUADS rounds every lane loads four of them, as one uint4, neighbours side by side; load_rest()
    // does it where the array ends. What comes before each quad in the warp, and before the warp in the
    // block?
    // END TODO 8

    // TODO 9 (about 10 lines): what is known of this tile now, and what after the look-back? Who looks
    // back, and how do all threads learn the result? Which tile need not look?
    // END TODO 9

    // TODO 10 (about 8 lines): each quad's four sums follow from what comes before it. Store them as
    // one uint4, or where the array ends by store_rest().
    // END TODO 10
}

void challenge_scan(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 11 (7 lines): where in d_scratch are the tickets and the tiles' states, and what must they
    // hold before the launch? How many blocks are there?
    // END TODO 11
}
