// What fences, atomics and volatile flags order, and what they do not: each pattern with its broken version.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4, THREADS = 64 };

// Threads of one warp take one lock in turn.
__global__ void lock_kernel(int *total, int *lock) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            total[0] = total[0] + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// A hash table's buckets, each with a lock; a thread a turn, as the lanes of a warp could not all wait at
// once.
struct entry {
    unsigned key;
    int next;
};

__global__ void table_kernel(entry *pool, int *first, int *locks, int n, int buckets) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int lane = 0; lane < 32; lane++) {
            if (i % 32 != lane)
                continue;
            unsigned key = i * 2654435761u;
            int bucket = (key >> 16) % buckets;
            pool[i].key = key;
            while (atomicCAS(&locks[bucket], 0, 1) != 0)
                ;
            __threadfence();
            pool[i].next = first[bucket];
            first[bucket] = i;
            __threadfence();
            atomicExch(&locks[bucket], 0);
        }
}

__global__ void unlock_without_fence_kernel(int *total, int *lock) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            total[1] = total[1] + 1; // expect: race
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void store_after_unlock_kernel(int *total, int *lock) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            total[2] = total[2] + 1;
            __threadfence();
            atomicExch(lock, 0);
            total[3] = threadIdx.x; // expect: race
            done = true;
        }
    }
}

// A flag from one block to another.
__global__ void flag_kernel(int *data, volatile int *flag, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence();
        out[blockIdx.x] = data[0];
    }
}

__global__ void flag_without_fence_kernel(int *data, volatile int *flag, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        out[blockIdx.x] = data[0]; // expect: race
    }
}

// A fence of the block guarantees nothing to another block.
__global__ void flag_with_block_fence_kernel(int *data, volatile int *flag, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence_block();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence_block();
        out[blockIdx.x] = data[0]; // expect: race
    }
}

// Stores after the fence are not released by it.
__global__ void store_after_fence_kernel(int *data, volatile int *flag, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        __threadfence();
        data[0] = 1;
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        out[blockIdx.x] = data[0]; // expect: race
    }
}

// A flag from one warp to another of the same block.
__global__ void warp_to_warp_kernel(int *out) {
    __shared__ int data[32];
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x;
        __syncwarp();
        if (threadIdx.x == 0) {
            __threadfence_block();
            flag = 1;
        }
    } else {
        if (threadIdx.x == 32)
            while (flag == 0)
                ;
        __threadfence_block();
        __syncwarp();
        out[threadIdx.x] = data[threadIdx.x - 32];
    }
}

__global__ void warp_to_warp_without_sync_kernel(int *out) {
    __shared__ int data[32];
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x;
        if (threadIdx.x == 0) {
            __threadfence_block();
            flag = 1;
        }
    } else {
        if (threadIdx.x == 32)
            while (flag == 0)
                ;
        __threadfence_block();
        __syncwarp();
        out[threadIdx.x] = data[threadIdx.x - 32]; // expect: race
    }
}

// While a thread waits for another block, that block uses the shared memory of the waiting one.
__global__ void across_a_pause_kernel(volatile int *flag, int *out) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x; // expect: race
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        while (flag[blockIdx.x + 1] == 0)
            ;
    out[blockIdx.x * THREADS + threadIdx.x] = s[THREADS - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

__global__ void across_a_pause_with_barrier_kernel(volatile int *flag, int *out) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        while (flag[blockIdx.x + 1] == 0)
            ;
    __syncthreads();
    out[blockIdx.x * THREADS + threadIdx.x] = s[THREADS - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

// All blocks at once, by a cooperative launch.
__global__ void grid_kernel(int *data, int *out) {
    auto grid = cooperative_groups::this_grid();
    unsigned i = grid.thread_rank();
    data[i] = i;
    grid.sync();
    out[i] = data[grid.size() - 1 - i];
}

__global__ void grid_without_sync_kernel(int *data, int *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i; // expect: race
    __syncthreads();
    out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

// Among several readers, the one that matters is not the last.
__global__ void many_readers_kernel(int *out) {
    __shared__ int s[1];
    if (threadIdx.x == 0)
        s[0] = 5;
    __syncthreads();
    out[threadIdx.x] = s[0];
    __syncwarp();
    if (threadIdx.x == 40)
        s[0] = 6; // expect: race
}

__global__ void many_readers_with_barrier_kernel(int *out) {
    __shared__ int s[1];
    if (threadIdx.x == 0)
        s[0] = 5;
    __syncthreads();
    out[threadIdx.x] = s[0];
    __syncthreads();
    if (threadIdx.x == 40)
        s[0] = 6;
}

// Two groups of lanes that synchronise apart: what one of them has read late does not make the other late.
__global__ void groups_of_lanes_kernel(int *out) {
    __shared__ int s[1];
    unsigned low = 0x000000ffu, high = 0xffffff00u;
    if (threadIdx.x == 0)
        s[0] = 5;
    __syncwarp();
    if (threadIdx.x < 8) {
        out[threadIdx.x] = s[0];
        __syncwarp(low);
    } else {
        __syncwarp(high);
        out[threadIdx.x] = s[0];
        __syncwarp(high);
    }
    __syncwarp();
    if (threadIdx.x == 0)
        s[0] = 6;
}

__global__ void reset_beside_atomics_kernel(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    atomicAdd(&count, 1); // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}

__global__ void reset_before_atomics_kernel(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}

// Every thread executes a fence, then one counts for all.
__global__ void last_block_kernel(int *partial, unsigned *done, int *out) {
    __shared__ bool last;
    partial[blockIdx.x * THREADS + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(done, BLOCKS - 1) == BLOCKS - 1;
    __syncthreads();
    if (last)
        for (int b = 0; b < BLOCKS; b++)
            out[threadIdx.x] += partial[b * THREADS + threadIdx.x];
}

// The last block resets the counter for the next launch.
__global__ void last_block_resets_kernel(int *partial, unsigned *done, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x;
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    out[threadIdx.x] = partial[threadIdx.x % BLOCKS];
    if (threadIdx.x == 0)
        *done = 0;
}

__global__ void first_block_resets_kernel(int *partial, unsigned *done) {
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x;
        __threadfence();
        if (atomicAdd(done, 1) == 0) // expect: race
            *done = 1;
    }
}

// One thread counts before the others have stored.
__global__ void last_block_without_barrier_kernel(int *partial, unsigned *done, int *out) {
    __shared__ bool last;
    partial[blockIdx.x * THREADS + threadIdx.x] = threadIdx.x;
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(done, BLOCKS - 1) == BLOCKS - 1;
    __syncthreads();
    if (last)
        for (int b = 0; b < BLOCKS; b++)
            out[threadIdx.x] += partial[b * THREADS + threadIdx.x]; // expect: race
}

static int *data, *out, *words;

static void fresh() {
    cudaMemset(data, 0, 4096 * sizeof(int));
    cudaMemset(out, 0, 4096 * sizeof(int));
    cudaMemset(words, 0, 4096 * sizeof(int));
}

int main() {
    int total;
    cudaMalloc(&data, 4096 * sizeof(int));
    cudaMalloc(&out, 4096 * sizeof(int));
    cudaMalloc(&words, 4096 * sizeof(int));
    fresh();
    lock_kernel<<<BLOCKS, THREADS>>>(out, words);
    cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
    if (total != BLOCKS * THREADS)
        printf("%d, expected %d\n", total, BLOCKS * THREADS);
    table_kernel<<<BLOCKS, THREADS>>>((entry *)data, out, words, 1024, 64);
    fresh();
    unlock_without_fence_kernel<<<1, THREADS>>>(out, words);
    store_after_unlock_kernel<<<1, THREADS>>>(out, words);
    flag_kernel<<<BLOCKS, THREADS>>>(data, words, out);
    fresh();
    flag_without_fence_kernel<<<BLOCKS, THREADS>>>(data, words, out);
    fresh();
    flag_with_block_fence_kernel<<<BLOCKS, THREADS>>>(data, words, out);
    fresh();
    store_after_fence_kernel<<<BLOCKS, THREADS>>>(data, words, out);
    warp_to_warp_kernel<<<1, THREADS>>>(out);
    warp_to_warp_without_sync_kernel<<<1, THREADS>>>(out);
    fresh();
    across_a_pause_kernel<<<BLOCKS, THREADS>>>(words, out);
    fresh();
    across_a_pause_with_barrier_kernel<<<BLOCKS, THREADS>>>(words, out);
    void *arguments[] = {&data, &out};
    cudaLaunchCooperativeKernel(grid_kernel, dim3(BLOCKS), dim3(THREADS), arguments, 0, nullptr);
    grid_without_sync_kernel<<<BLOCKS, THREADS>>>(data, out);
    many_readers_kernel<<<1, THREADS>>>(out);
    many_readers_with_barrier_kernel<<<1, THREADS>>>(out);
    groups_of_lanes_kernel<<<1, 32>>>(out);
    reset_beside_atomics_kernel<<<1, THREADS>>>(out);
    reset_before_atomics_kernel<<<1, THREADS>>>(out);
    fresh();
    last_block_kernel<<<BLOCKS, THREADS>>>(data, (unsigned *)words, out);
    fresh();
    for (int launch = 0; launch < 2; launch++)
        last_block_resets_kernel<<<BLOCKS, THREADS>>>(data, (unsigned *)words, out);
    first_block_resets_kernel<<<BLOCKS, THREADS>>>(data, (unsigned *)words);
    fresh();
    last_block_without_barrier_kernel<<<BLOCKS, THREADS>>>(data, (unsigned *)words, out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(out);
    cudaFree(words);
    return 0;
}
