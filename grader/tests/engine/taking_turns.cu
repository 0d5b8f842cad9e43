// Blocks that go in a circle until another block has done something: after some rounds they let others run,
// whatever the circle is made of. And loops that only look like waiting come to their end. Nothing is found,
// and a wrong result is printed.
#include <cstdio>
#include <cuda_runtime.h>

enum { BLOCKS = 12, THREADS = 64, N = 4000 };

__device__ int lock, filled, taken;
__device__ int values[BLOCKS];
__device__ volatile int stop;

__device__ void acquire(int *which) {
    while (atomicCAS(which, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void release(int *which) {
    __threadfence();
    atomicExch(which, 0);
}

// A buffer of one place under a lock: the last block fills it, the others look until there is something.
__global__ void looks_under_a_lock(int *out) {
    if (threadIdx.x != 0)
        return;
    bool done = false;
    while (!done) {
        acquire(&lock);
        if (blockIdx.x == gridDim.x - 1 && filled == 0) {
            values[taken] = 100 + taken;
            filled = 1;
            done = taken == (int)gridDim.x - 2;
        } else if (blockIdx.x != gridDim.x - 1 && filled == 1) {
            out[taken] = values[taken];
            taken++;
            filled = 0;
            done = true;
        }
        release(&lock);
    }
}

// The same with a nap in each round.
__global__ void naps_between(int *flags) {
    if (threadIdx.x != 0)
        return;
    const int me = (int)blockIdx.x, next = me + 1;
    unsigned nap = 8;
    while (next < (int)gridDim.x) {
        acquire(&lock);
        const int seen = flags[next];
        release(&lock);
        if (seen)
            break;
        __nanosleep(nap);
        nap = nap < 256 ? 2 * nap : nap;
    }
    acquire(&lock);
    flags[me] = 1;
    release(&lock);
}

// One thread looks, and the whole block reaches a barrier in each round.
__global__ void with_a_barrier_in_each_round(int *flags) {
    __shared__ int seen;
    const int me = (int)blockIdx.x, next = me + 1;
    do {
        __syncthreads();
        if (threadIdx.x == 0)
            seen = next == (int)gridDim.x || atomicAdd(&flags[next], 0);
        __syncthreads();
    } while (!seen);
    if (threadIdx.x == 0)
        atomicExch(&flags[me], 1);
}

// A warp looks together.
__global__ void with_a_vote_in_each_round(int *flags) {
    const int me = (int)blockIdx.x, lane = (int)threadIdx.x % 32, other = me + 1 + lane;
    volatile int *watched = flags;
    while (__any_sync(0xffffffff, other < (int)gridDim.x && watched[other] == 0))
        ;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0)
        atomicExch(&flags[me], 1);
}

// A counter in a loop is not waiting: it ends.
__global__ void tries_in_vain(int *flag, int *tries) {
    int i = 0;
    while (i < N && atomicAdd(flag, 0) == 0)
        i++;
    tries[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

__global__ void greatest(const int *in, int *out) {
    for (int i = 0; i < N; i++)
        atomicMax(out, in[i]);
}

__global__ void until_told_to_stop(unsigned *out) {
    unsigned x = threadIdx.x;
    for (int i = 0; i < N && !stop; i++)
        x = x * 1664525u + 1013904223u;
    out[threadIdx.x] = x;
}

// Many rounds of honest work under a lock.
__global__ void counts_under_a_lock(int *sum) {
    for (int i = 0; i < 300; i++)
        if (threadIdx.x == 0) {
            acquire(&lock);
            *sum += 1;
            release(&lock);
        }
}

static int sum_of(const int *device, int n) {
    static int host[N];
    int sum = 0;
    cudaMemcpy(host, device, (size_t)n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += host[i];
    return sum;
}

static void expect(const char *what, int got, int wanted) {
    if (got != wanted)
        printf("%s: %d, expected %d\n", what, got, wanted);
}

int main() {
    int *memory;
    cudaMalloc(&memory, (N + 1) * sizeof(int));
    cudaMemset(memory, 0, (N + 1) * sizeof(int));
    looks_under_a_lock<<<BLOCKS, THREADS>>>(memory);
    expect("under a lock", sum_of(memory, BLOCKS - 1), 100 * (BLOCKS - 1) + (BLOCKS - 1) * (BLOCKS - 2) / 2);
    void (*const chains[])(int *) = {naps_between, with_a_barrier_in_each_round, with_a_vote_in_each_round};
    for (void (*chain)(int *) : chains) {
        cudaMemset(memory, 0, (N + 1) * sizeof(int));
        chain<<<BLOCKS, THREADS / 2>>>(memory);
        expect("a chain", sum_of(memory, BLOCKS), BLOCKS);
    }
    cudaMemset(memory, 0, (N + 1) * sizeof(int));
    tries_in_vain<<<4, THREADS>>>(memory, memory + 1);
    expect("tries", sum_of(memory + 1, 4 * THREADS), 4 * THREADS * N);
    cudaMemset(memory, 0, (N + 1) * sizeof(int));
    greatest<<<1, 32>>>(memory + 1, memory);
    expect("greatest", sum_of(memory, 1), 0);
    until_told_to_stop<<<1, 32>>>((unsigned *)memory);
    counts_under_a_lock<<<BLOCKS, THREADS>>>(memory + 40);
    expect("counted", sum_of(memory + 40, 1), 300 * BLOCKS);
    cudaFree(memory);
}
