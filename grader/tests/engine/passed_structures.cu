// Structures passed to functions by value, and constants that an index overruns: the checkers see both like
// any other load. Addresses are those of objects, whatever operator a class has.
#include <cstdio>
#include <cuda_runtime.h>

#define APART __attribute__((noinline))

struct pair {
    int a, b;
};
struct six {
    int a, b, c, d, e, f;
};
struct hidden {
    int x;
    __host__ __device__ hidden *operator&() { return nullptr; }
    __host__ __device__ const hidden *operator&() const { return nullptr; }
};

__device__ const int table[2] = {1, 2};
__device__ hidden of_device;
__constant__ hidden of_constants;

__device__ APART int sum_of_two(pair p) { return p.a + p.b; }
__device__ APART int sum_of_six(six s) { return s.a + s.b + s.c + s.d + s.e + s.f; }

__global__ void race(int *out) {
    __shared__ pair pairs[64];
    const int t = threadIdx.x;
    pairs[t] = {t, t}; // expect: race
    out[t] = sum_of_two(pairs[63 - t]);
}

__global__ void race_of_larger(int *out) {
    __shared__ six all[64];
    const int t = threadIdx.x;
    all[t] = {t, t, t, t, t, t}; // expect: race
    out[t] = sum_of_six(all[63 - t]);
}

__global__ void behind(const pair *pairs, int *out) {
    out[threadIdx.x] = sum_of_two(pairs[threadIdx.x]); // expect: out_of_bounds
}

__global__ void unwritten(const six *all, int *out) {
    out[threadIdx.x] = sum_of_six(all[threadIdx.x]); // expect: uninitialized
}

__global__ void race_by_constant(int *out) {
    __shared__ int values[64];
    const int t = threadIdx.x;
    values[t] = t; // expect: race
    const long far = ((long)values - (long)table) / (long)sizeof(int);
    out[t] = table[far + 63 - t];
}

__global__ void use_hidden(int *out) {
    __shared__ hidden of_block;
    hidden own[3];
    own[threadIdx.x % 3].x = of_device.x + of_constants.x;
    of_block.x = own[threadIdx.x % 3].x;
    *out = of_block.x;
}

int main() {
    int *out, sum = 0;
    void *memory;
    hidden h;
    cudaMalloc(&out, 64 * sizeof(int));
    race<<<1, 64>>>(out);
    race_of_larger<<<1, 64>>>(out);
    cudaMalloc(&memory, 63 * sizeof(pair));
    cudaMemset(memory, 0, 63 * sizeof(pair));
    behind<<<1, 64>>>((pair *)memory, out);
    cudaFree(memory);
    cudaMalloc(&memory, 64 * sizeof(six));
    unwritten<<<1, 64>>>((six *)memory, out);
    cudaFree(memory);
    race_by_constant<<<1, 64>>>(out);
    h.x = 20;
    cudaMemcpyToSymbol(of_device, __builtin_addressof(h), sizeof h);
    h.x = 22;
    cudaMemcpyToSymbol(of_constants, __builtin_addressof(h), sizeof h);
    use_hidden<<<1, 1>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    if (sum != 42)
        printf("%d, not 42\n", sum);
    cudaFree(out);
}
