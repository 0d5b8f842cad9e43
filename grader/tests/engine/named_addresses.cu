// For a bad or uninitialised address, the report names the array and the index, if the pointer that the
// kernel used is known.
#include <cuda_runtime.h>

enum { N = 8 };

__global__ void past_the_end(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x + 1]; // expect: out_of_bounds
}

__global__ void before_the_start(const signed char *in, int *bins) {
    bins[in[threadIdx.x]] = 1; // expect: out_of_bounds
}

// Both are in one allocation; reads start at the beginning of `in`.
__global__ void unwritten(const double *in, double *out) {
    out[threadIdx.x] = in[threadIdx.x]; // expect: uninitialized
}

// In place: it may be either pointer's.
__global__ void in_place(const int *in, int *out) {
    if (threadIdx.x == 1)
        out[0] = in[2]; // expect: uninitialized
}

// It starts after two pointers: it may be an index of either.
__global__ void unknown(const int *in, int *out, int from) {
    if (threadIdx.x == 1)
        *out = in[from]; // expect: uninitialized
}

// A pointer that the kernel loaded from memory is not its own argument.
__global__ void of_memory(int **table, int *out) {
    *out = table[0][N]; // expect: out_of_bounds
}

int main() {
    signed char signs[N] = {0, 1, -1, 2, 3, 4, 5, 6};
    signed char *bytes;
    int *a, *b, **table;
    double *numbers;
    cudaMalloc(&a, N * sizeof(int));
    cudaMalloc(&b, 3 * N * sizeof(int));
    cudaMalloc(&bytes, N);
    cudaMalloc(&numbers, 2 * N * sizeof(double));
    cudaMalloc(&table, sizeof(int *));
    cudaMemset(a, 0, N * sizeof(int));
    cudaMemcpy(bytes, signs, N, cudaMemcpyHostToDevice);
    past_the_end<<<1, N>>>(a, b);
    cudaDeviceSynchronize();
    before_the_start<<<1, N>>>(bytes, b);
    cudaDeviceSynchronize();
    cudaMemset(numbers, 0, (N - 1) * sizeof(double));
    unwritten<<<1, N>>>(numbers, numbers + N);
    cudaDeviceSynchronize();
    in_place<<<1, N>>>(b + N, b + N);
    cudaDeviceSynchronize();
    unknown<<<1, N>>>(b, b + N, N + 4);
    cudaDeviceSynchronize();
    cudaMemcpy(table, &a, sizeof a, cudaMemcpyHostToDevice);
    of_memory<<<1, 1>>>(table, b);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(b), cudaFree(bytes), cudaFree(numbers), cudaFree(table);
    return 0;
}
