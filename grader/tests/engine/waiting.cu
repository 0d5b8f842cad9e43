// Blocks that wait for each other: the device runs as many at a time as fit, and so does the engine.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 20, THREADS = 64 };

__device__ unsigned arrived;
__device__ volatile int flag;
__device__ int lock;

// A barrier for the whole grid: all threads count up, and wait until all have done so.
__global__ void grid_barrier(int *data, int *out) {
    __shared__ int mine[THREADS];
    mine[threadIdx.x] = (int)(blockIdx.x * THREADS + threadIdx.x);
    data[blockIdx.x * THREADS + threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < BLOCKS)
            ;
        __threadfence();
    }
    __syncthreads();
    unsigned other = (blockIdx.x + 1) % BLOCKS;
    out[blockIdx.x * THREADS + threadIdx.x] = data[other * THREADS + threadIdx.x] + mine[threadIdx.x];
}

// The first block waits for the last one's flag, kept in a volatile word.
__global__ void wait_for_the_last(int *data, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == gridDim.x - 1) {
        data[0] = 42;
        __threadfence();
        flag = 1;
    } else if (blockIdx.x == 0) {
        while (flag == 0)
            ;
        __threadfence();
        out[0] = data[0];
    }
}

// Each block waits for the one before it, and the last one reads the first one's data.
__global__ void chain(int *data, unsigned *done, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0)
        data[1] = 7;
    else
        while (atomicAdd(&done[blockIdx.x - 1], 0) == 0)
            ;
    __threadfence();
    if (blockIdx.x == gridDim.x - 1)
        out[2] = data[1];
    __threadfence();
    atomicExch(&done[blockIdx.x], 1u);
}

// A lock taken by one thread of each block in turn.
__global__ void with_a_lock(int *out) {
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    out[1] += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

int main() {
    int *data, *out, host[BLOCKS * THREADS];
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    grid_barrier<<<BLOCKS, THREADS>>>(data, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int expected = (i + THREADS) % (BLOCKS * THREADS) + i;
        if (host[i] != expected) {
            printf("thread %d: %d, expected %d\n", i, host[i], expected);
            break;
        }
    }
    cudaMemset(out, 0, sizeof host);
    wait_for_the_last<<<BLOCKS, THREADS>>>(data, out);
    with_a_lock<<<BLOCKS, THREADS>>>(out);
    cudaMemset(data, 0, sizeof host);
    chain<<<BLOCKS, THREADS>>>(data, (unsigned *)data + 32, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    if (host[0] != 42 || host[1] != BLOCKS || host[2] != 7)
        printf("%d %d %d, expected 42 %d 7\n", host[0], host[1], host[2], BLOCKS);
    cudaFree(data);
    cudaFree(out);
}
