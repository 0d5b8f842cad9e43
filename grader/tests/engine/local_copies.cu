// A thread copies variables of its own that have no value yet: right, as long as nothing depends on the copy.
#include <cuda_runtime.h>

/* The tile after the last one is never loaded, and its copy never used. */
__global__ void ahead_kernel(int *out, const int *in, int tiles) {
    int now[4], next[4], sum = 0;
    for (int i = 0; i < 4; i++)
        next[i] = in[i];
    for (int tile = 0; tile < tiles; tile++) {
        for (int i = 0; i < 4; i++)
            now[i] = next[i];
        int following[4];
        for (int i = 0; i < 4; i++)
            if (tile + 1 < tiles)
                following[i] = in[4 * (tile + 1) + i];
        for (int i = 0; i < 4; i++)
            next[i] = following[i];
        for (int i = 0; i < 4; i++)
            sum += now[i];
    }
    out[threadIdx.x] = sum;
}

__global__ void guarded_kernel(int *out, const int *in, int n) {
    int values[4], copy[4];
    for (int i = 0; i < 4; i++)
        if (i < n)
            values[i] = in[i];
    for (int i = 0; i < 4; i++)
        copy[i] = values[i];
    for (int i = 0; i < n; i++)
        out[threadIdx.x + i] = copy[i];
}

/* A copy of a copy is used after all; what was copied later has a value. */
__global__ void used_kernel(int *out, const int *in, int n) {
    int values[4], copy[4], again[4];
    for (int i = 0; i < n; i++)
        values[i] = in[i];
    for (int i = 0; i < 4; i++)
        copy[i] = values[i];
    for (int i = 0; i < 4; i++)
        again[i] = copy[i];
    out[threadIdx.x] = again[n]; // expect: uninitialized
    for (int i = 0; i < 4; i++)
        values[i] = i;
    for (int i = 0; i < 4; i++)
        copy[i] = values[i];
    out[threadIdx.x] += copy[n];
}

/* The original is still without a value when its copy has been used, and the other way round. */
__global__ void both_kernel(int *out, int n) {
    int values[4], copy[4];
    values[0] = 1;
    for (int i = 0; i < 4; i++)
        copy[i] = values[i];
    out[threadIdx.x] = copy[n];    // expect: uninitialized
    out[threadIdx.x] += values[n]; // expect: uninitialized
}

/* No copies: what is computed from it, a condition, memory that others see. */
__global__ void no_copies_kernel(int *out, const int *in, int n) {
    __shared__ int shared[32];
    int values[4], doubled[4];
    for (int i = 0; i < 3; i++)
        values[i] = in[i];
    for (int i = 0; i < 4; i++)
        doubled[i] = 2 * values[i]; // expect: uninitialized
    out[threadIdx.x] = doubled[0];
    int flags[4];
    for (int i = 0; i < n; i++)
        flags[i] = in[i];
    if (flags[n] > 0) // expect: uninitialized
        out[threadIdx.x] = 1;
    int left[4];
    for (int i = 0; i < n; i++)
        left[i] = in[i];
    shared[threadIdx.x] = left[n]; // expect: uninitialized
    __syncthreads();
    out[threadIdx.x] += shared[31 - threadIdx.x];
    int last[4];
    for (int i = 0; i < n; i++)
        last[i] = in[i];
    out[threadIdx.x + 32] = last[n]; // expect: uninitialized
}

/* Of an array that has all its values from the start, none is kept. */
__global__ void initialized_kernel(int *out, const int *in, int n) {
    int values[4], copy[4] = {1, 2, 3, 4};
    for (int i = 0; i < n; i++)
        values[i] = in[i];
    for (int i = 0; i < 4; i++)
        copy[i] = values[i]; // expect: uninitialized
    out[threadIdx.x] = copy[0];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(in, 0, 64 * sizeof *in);
    ahead_kernel<<<1, 32>>>(out, in, 3);
    guarded_kernel<<<1, 32>>>(out, in, 3);
    used_kernel<<<1, 32>>>(out, in, 2);
    both_kernel<<<1, 32>>>(out, 3);
    no_copies_kernel<<<1, 32>>>(out, in, 3);
    initialized_kernel<<<1, 32>>>(out, in, 3);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
