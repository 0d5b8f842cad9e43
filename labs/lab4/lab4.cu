// Lab 4: three trees over the same values, that differ in which threads of a block add which pairs.
// Build: make lab4        Grade: ./grade lab4        Interface: lab4.h
#include "lab4.h"
#include "warplab.h"

// Threads per block, and elements a block adds: a power of two, so that the tree halves evenly.
enum { BLOCK = WL_BLOCK(512) };

// What the kernels have in common: blockIdx.x's part of `in` goes in, its sum to out[blockIdx.x].
typedef void reduce_kernel(const int *in, int *out, unsigned int n);

// One launch per level, each leaving BLOCK times fewer, until one is left. Each level writes behind the
// one it reads: a sum stored in place could overwrite values that another block has yet to load.
void reduce_levels(reduce_kernel *kernel, const int *d_in, int *d_out, int *d_scratch, int n) {
    const int *from = d_in;
    int left = n;
    do {
        // The sum of nothing takes one block as well: all its threads bring 0.
        const int blocks = left > 0 ? wl_ceil_div(left, BLOCK) : 1;
        int *const to = blocks > 1 ? d_scratch : d_out;
        kernel<<<blocks, BLOCK>>>(from, to, left);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        d_scratch += blocks;
        left = blocks;
    } while (left > 1);
}

// Neighbored. In each step, the thread that owns every second value still in the tree adds the next one to
// it, `stride` to the right.
//
// What still hurts: the threads that add are spread over all warps. A warp with one of them issues the
// step's instructions just as a warp with 32 does, and so most warps of the block are busy in every step.
__global__ void reduce_neighbored_kernel(const int *in, int *out, unsigned int n) {
    __shared__ int sums[BLOCK];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            sums[t] += sums[t + stride];
        __syncthreads();
    }

    if (t == 0)
        out[blockIdx.x] = sums[0];
}

void reduce_neighbored(const int *d_in, int *d_out, int *d_scratch, int n) {
    reduce_levels(reduce_neighbored_kernel, d_in, d_out, d_scratch, n);
}

// Neighbored, with less divergence.
//
// What this version fixes: the same pairs are added, but by threads 0, 1, 2, ... Those that add are side by
// side in the first warps, and the other warps skip the addition as a whole.
// What still hurts: lanes beside each other use words 2 * stride apart. Those lie in few of the 32 banks of
// shared memory, and in each of them the lanes have to take turns.
__global__ void reduce_neighbored_less_kernel(const int *in, int *out, unsigned int n) {
    // TODO 1 (11 lines; those that load and those that carry the sum out are as above): draw the steps for 8
    // values. In step `stride` there are 4, then 2, then 1 pairs. Thread t takes the t-th of them: where is
    // its left value, and for which threads is there one at all? Who has to reach the barrier?
    // END TODO 1
}

void reduce_neighbored_less(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 2 (1 line): which kernel do the levels run?
    // END TODO 2
}

// Interleaved.
//
// What this version fixes: a pair's values are half of what is left apart, and the sums stay side by side at
// the front. Lanes beside each other use words beside each other, each in a bank of its own.
// What still hurts: half of the threads do nothing after loading, and in the last five steps a part of one
// warp works while all the others come to the barrier.
__global__ void reduce_interleaved_kernel(const int *in, int *out, unsigned int n) {
    // TODO 3 (10 lines): which words do lanes 0, 1, 2, ... of a warp touch in the kernel above, and in which
    // banks are they? Which pairs would let lane t use word t in every step? Where does the stride begin?
    // END TODO 3
}

void reduce_interleaved(const int *d_in, int *d_out, int *d_scratch, int n) {
    // TODO 4 (1 line)
    // END TODO 4
}
