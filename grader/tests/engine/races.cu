// Races in shared and global memory, and their correct twins. A line that must be blamed says so at its end.
#include <cuda_runtime.h>

// Half of the threads read before the others have written: that is the race, and no second mistake.
__global__ void missing_barrier(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = (int)threadIdx.x; // expect: race
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void with_barrier(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// The barrier must also keep the next round's writes away from this round's readers.
__global__ void one_barrier_a_round(int *out) {
    __shared__ int s[64];
    for (int round = 0; round < 2; round++) {
        s[threadIdx.x] = round;
        __syncthreads();
        out[threadIdx.x] = s[63 - threadIdx.x]; // expect: race
    }
}

__global__ void two_barriers_a_round(int *out) {
    __shared__ int s[64];
    for (int round = 0; round < 2; round++) {
        s[threadIdx.x] = round;
        __syncthreads();
        out[threadIdx.x] = s[63 - threadIdx.x];
        __syncthreads();
    }
}

// A warp has not been in lockstep since Volta: reads and writes of its lanes need __syncwarp.
__global__ void warp_tail_without_sync(int *out) {
    __shared__ volatile int s[32];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x < 16)
        s[threadIdx.x] += s[threadIdx.x + 16];
    if (threadIdx.x < 8)
        s[threadIdx.x] += s[threadIdx.x + 8]; // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = s[0];
}

__global__ void warp_tail_with_sync(int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    __syncwarp();
    for (unsigned stride = 16; stride > 0; stride /= 2) {
        int sum = s[threadIdx.x] + s[(threadIdx.x + stride) % 32];
        __syncwarp();
        s[threadIdx.x] = sum;
        __syncwarp();
    }
    if (threadIdx.x == 0)
        out[0] = s[0];
}

// __syncwarp of half a warp orders only that half.
__global__ void half_warps(int *out) {
    __shared__ int s[32];
    unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    s[threadIdx.x] = (int)threadIdx.x;
    __syncwarp(mask);
    out[threadIdx.x] = s[threadIdx.x ^ 1];
    out[threadIdx.x + 32] = s[threadIdx.x ^ 16]; // expect: race
}

__global__ void lost_update(int *counter) {
    counter[0]++; // expect: race
}

__global__ void counted_atomically(int *counter) { atomicAdd(counter, 1); }

__global__ void plain_read_of_an_atomic(int *counter, int *out) {
    atomicAdd(counter, 1);
    if (threadIdx.x == 0)
        out[0] = counter[0]; // expect: race
}

__global__ void blocks_share_a_word(int *out) {
    if (threadIdx.x == 0)
        out[0] = (int)blockIdx.x + 1; // expect: race
}

// Writing the same value twice is harmless.
__global__ void same_value(int *flag) { flag[0] = 7; }

// It is also harmless if threads do so in different rounds, as in a search that raises a flag.
__global__ void same_value_in_different_rounds(int *flag, int *cost) {
    for (int round = 0; round < 8; round++)
        if ((threadIdx.x * 5 + round) % 8 < 2) {
            flag[1] = 1;
            cost[round % 4] = 9;
        }
}

// Two values, one of which was already there.
__global__ void raised_and_lowered(int *flag) {
    for (int round = 0; round < 2; round++)
        if (threadIdx.x == 1 - round)
            flag[2] = (int)threadIdx.x; // expect: race
}

// Bytes of one word belong to different threads.
__global__ void bytes_of_a_word(unsigned char *out) {
    __shared__ unsigned char s[64];
    s[threadIdx.x] = (unsigned char)threadIdx.x;
    s[threadIdx.x]++;
    out[threadIdx.x] = s[threadIdx.x];
}

// The last block to finish sums the results of all blocks: ordered by fence and atomic.
__global__ void last_block_done(int *partial, unsigned *done, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = (int)blockIdx.x;
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        out[threadIdx.x] = partial[threadIdx.x];
}

// Without the fence, the partial results may not be there.
__global__ void last_block_without_fence(int *partial, unsigned *done, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = (int)blockIdx.x;
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        out[threadIdx.x] = partial[threadIdx.x]; // expect: race
}

// A barrier is missing after the rows: thread 0 finds 126 of them unwritten, and that is not a separate
// mistake. Half of the last row is never written, however.
__global__ void rows_without_barrier(int *out) {
    __shared__ int rows[128][64];
    for (int i = 0; i < (threadIdx.x < 127 ? 64 : 32); i++)
        rows[threadIdx.x][i] = (int)threadIdx.x;
    int sum = 0;
    for (int row = 0; row < 127; row++)
        sum += rows[row][threadIdx.x % 64]; // expect: race
    if (threadIdx.x == 127)
        sum += rows[127][63]; // expect: uninitialized
    out[threadIdx.x] = sum;
}

int main() {
    int *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMemset(a, 0, 4096);
    cudaMemset(b, 0, 4096);
    missing_barrier<<<1, 64>>>(a);
    with_barrier<<<1, 64>>>(a);
    one_barrier_a_round<<<1, 64>>>(a);
    two_barriers_a_round<<<1, 64>>>(a);
    warp_tail_without_sync<<<1, 32>>>(a);
    warp_tail_with_sync<<<1, 32>>>(a);
    half_warps<<<1, 32>>>(a);
    lost_update<<<1, 64>>>(a);
    counted_atomically<<<4, 64>>>(a);
    plain_read_of_an_atomic<<<1, 64>>>(a, b);
    blocks_share_a_word<<<2, 32>>>(a);
    same_value<<<2, 64>>>(a);
    same_value_in_different_rounds<<<2, 64>>>(a, a + 8);
    raised_and_lowered<<<1, 2>>>(a);
    bytes_of_a_word<<<1, 64>>>((unsigned char *)b);
    rows_without_barrier<<<4, 128>>>(a);
    cudaMemset(a, 0, 4096);
    last_block_done<<<4, 64>>>(a, (unsigned *)a + 64, b);
    last_block_without_fence<<<4, 64>>>(a, (unsigned *)a + 65, b);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
