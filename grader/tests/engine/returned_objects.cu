// Functions' results that are stored without a visible assignment: to members that a constructor fills, to
// new objects at a place, to elements of an array. Watched if g++ has simtcc's plugin, as other stores are.
#include <cuda_runtime.h>

#include <algorithm>
#include <new>
#include <stdio.h>

#define APART __attribute__((noinline))

struct pair {
    long first, second;
};
struct row {
    long entries[8];
};

static __host__ __device__ APART pair two(long value) { return {value, -value}; }
static __host__ __device__ APART row eight(long value) {
    row result;
    for (int i = 0; i < 8; i++)
        result.entries[i] = value + i;
    return result;
}

struct holder {
    row held;
    pair other = two(5);
    __host__ __device__ explicit holder(long value) : held(eight(value)) {} // expect: out_of_bounds
};

template <class F> __device__ void fill(row *first, row *last, F next) {
    for (; first != last; first++)
        *first = next();
}

__global__ void right(holder *holders, pair *pairs, row *rows, long *sums) {
    const int t = threadIdx.x;
    new (&holders[t]) holder(t);
    new (&pairs[t]) pair(two(t));
    fill(&rows[2 * t], &rows[2 * t + 2], [t] { return eight(t); });
    __syncthreads();
    const int next = (t + 1) % 32;
    sums[t] = holders[next].held.entries[7] + holders[next].other.second + pairs[next].first +
              rows[2 * next + 1].entries[1];
}

__global__ void race(pair *pairs, row *rows) {
    new (&pairs[threadIdx.x / 2]) pair(two(threadIdx.x)); // expect: race
    new (&rows[threadIdx.x / 2]) row(eight(threadIdx.x)); // expect: race
}

__global__ void too_far(holder *holders) { new (&holders[threadIdx.x + 1]) holder(1); }

int main() {
    holder *holders;
    pair *pairs;
    row *rows;
    long *sums;
    cudaMalloc(&holders, 32 * sizeof *holders);
    cudaMalloc(&pairs, 32 * sizeof *pairs);
    cudaMalloc(&rows, 64 * sizeof *rows);
    cudaMallocManaged(&sums, 32 * sizeof *sums);
    right<<<1, 32>>>(holders, pairs, rows, sums);
    cudaDeviceSynchronize();
    for (long t = 0; t < 32; t++) {
        const long next = (t + 1) % 32;
        if (sums[t] != 3 * next + 3)
            printf("%ld: %ld\n", t, sums[t]);
    }
    race<<<1, 32>>>(pairs, rows);
    too_far<<<1, 32>>>(holders);
    cudaDeviceSynchronize();
    cudaFree(holders);
    cudaFree(pairs);
    cudaFree(rows);
    cudaFree(sums);
}
