/**
 * @file algorithms.h
 * @brief The algorithms whose steps and work lab 1 asks for, as plain kernels. Read, do not edit.
 *
 * One step is what lies between two barriers: additions that need nothing of one another. One wl_add() is
 * one operation. The engine counts both; a GPU just runs them. All work in place on data that is there
 * before the kernel starts, so that nothing but the algorithm is counted.
 */
#ifndef WARPLAB_LAB1_ALGORITHMS_H
#define WARPLAB_LAB1_ALGORITHMS_H

#include "warplab.h"

/** What an algorithm costs. Starters answer -1: not known yet. */
struct cost {
    long long steps; /**< operations one after the other */
    long long work;  /**< operations in all */
};

/** Threads of the kernels below, and the most elements they are run on. */
enum { GIVEN_BLOCK = 128, GIVEN_MAX = 85 };

/** data[0] becomes the sum. One thread: each addition waits for the one before. */
static __global__ void serial_reduce_kernel(int *data, int n) {
    for (int i = 1; i < n; i++) {
        data[0] = wl_add(data[0], data[i]);
        __syncthreads();
    }
}

/** data[0] becomes the sum of count elements: the upper half is added to the lower, again and again. */
static __device__ void tree_reduce(int *data, int count) {
    const int t = threadIdx.x;
    while (count > 1) {
        const int half = (count + 1) / 2;
        if (t < count - half)
            data[t] = wl_add(data[t], data[t + half]);
        __syncthreads();
        count = half;
    }
}

static __global__ void tree_reduce_kernel(int *data, int n) { tree_reduce(data, n); }

/** data[i] becomes data[0] + ... + data[i]. */
static __global__ void serial_scan_kernel(int *data, int n) {
    for (int i = 1; i < n; i++) {
        data[i] = wl_add(data[i - 1], data[i]);
        __syncthreads();
    }
}

/** The same with a tree for every output, a block each: block i has i + 1 elements of its own to add. */
static __global__ void reduce_an_output_kernel(int *data) {
    tree_reduce(data + blockIdx.x * (blockIdx.x + 1) / 2, blockIdx.x + 1);
}

/** The same in log2 n rounds: everybody adds what stands 1, 2, 4 ... places to the left. */
static __global__ void hillis_steele_kernel(int *data, int *other, int n) {
    const int t = threadIdx.x;
    for (int offset = 1; offset < n; offset *= 2) {
        if (t < n)
            other[t] = t < offset ? data[t] : wl_add(data[t - offset], data[t]);
        __syncthreads();
        int *const swap = data;
        data = other;
        other = swap;
    }
}

/** data[i] becomes data[0] + ... + data[i - 1]. `padded` is a power of two; what is behind n is 0. */
static __global__ void blelloch_kernel(int *data, int padded) {
    const int t = threadIdx.x;
    // Up: the tree of a reduce, its partial sums left where they are. The root's place gets the identity.
    for (int d = 1; d < padded; d *= 2) {
        const int right = (t + 1) * 2 * d - 1;
        if (right < padded)
            data[right] = wl_add(data[right - d], data[right]);
        if (right == padded - 1 && 2 * d == padded)
            data[right] = 0;
        __syncthreads();
    }
    // Down: each node hands its value to the left, and its value plus what stood there to the right.
    for (int d = padded / 2; d > 0; d /= 2) {
        const int right = (t + 1) * 2 * d - 1;
        if (right < padded) {
            const int left = data[right - d];
            data[right - d] = data[right];
            data[right] = wl_add(left, data[right]);
        }
        __syncthreads();
    }
}

/** Puts the input where a kernel may work on it. */
static inline void bring(int *to, const int *from, int n) {
    CUDA_CHECK(cudaMemcpy(to, from, n * sizeof(int), cudaMemcpyDeviceToDevice));
}

/** Runs both reduces, if n is not too large, for the engine to count. */
static inline void run_reduces(const int *d_in, int *d_scratch, int n) {
    if (n < 1 || n > GIVEN_MAX)
        return;
    bring(d_scratch, d_in, n);
    serial_reduce_kernel<<<1, 1>>>(d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    bring(d_scratch, d_in, n);
    tree_reduce_kernel<<<1, GIVEN_BLOCK>>>(d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
}

/** Runs all four scans, if n is not too large. */
static inline void run_scans(const int *d_in, int *d_scratch, int n) {
    if (n < 1 || n > GIVEN_MAX)
        return;
    bring(d_scratch, d_in, n);
    serial_scan_kernel<<<1, 1>>>(d_scratch, n);
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < n; i++)
        bring(d_scratch + i * (i + 1) / 2, d_in, i + 1);
    reduce_an_output_kernel<<<n, GIVEN_BLOCK>>>(d_scratch);
    CUDA_CHECK(cudaGetLastError());
    bring(d_scratch, d_in, n);
    hillis_steele_kernel<<<1, GIVEN_BLOCK>>>(d_scratch, d_scratch + GIVEN_BLOCK, n);
    CUDA_CHECK(cudaGetLastError());
    int padded = 1;
    while (padded < n)
        padded *= 2;
    CUDA_CHECK(cudaMemset(d_scratch, 0, padded * sizeof(int)));
    bring(d_scratch, d_in, n);
    blelloch_kernel<<<1, GIVEN_BLOCK>>>(d_scratch, padded);
    CUDA_CHECK(cudaGetLastError());
}

/** Hands answers over, three ints each. @return false if none is known yet */
static inline bool store_costs(int *d_out, const struct cost *costs, int count) {
    bool known = false;
    for (int i = 0; i < count; i++) {
        const unsigned long long work = (unsigned long long)costs[i].work;
        const int record[] = {(int)costs[i].steps, (int)(unsigned int)work, (int)(unsigned int)(work >> 32)};
        if (costs[i].steps < 0)
            continue;
        CUDA_CHECK(cudaMemcpy(d_out + 3 * i, record, sizeof record, cudaMemcpyHostToDevice));
        known = true;
    }
    return known;
}

#endif
