// Variables of the device: read, written and bounded like any memory of it, and known to the host by name.
// A line that must be blamed says so at its end; a wrong result is printed.
#include <cstdio>
#include <cuda_runtime.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: not true: %s\n", __LINE__, #condition);                                         \
    } while (0)

__device__ int counter;
__device__ int table[4] = {1, 2, 3, 4};
__device__ int full_page[1024];
__constant__ float coefficients[16];
__device__ const int limits[2] = {7, 8};
static __device__ double sum;
__device__ __managed__ int both = 5;
__device__ int *kept;

__global__ void use_all(int *out) {
    int i = threadIdx.x;
    out[i] = table[i % 4] + (int)coefficients[i % 16] + limits[i % 2];
    atomicAdd(&counter, 1);
    atomicAdd(&sum, 0.5);
    if (i == 0) {
        both++;
        kept = out;
    }
}

__global__ void follow() { kept[threadIdx.x] += 1; }

__global__ void race() {
    counter = threadIdx.x; // expect: race
}

__global__ void past_the_end() {
    table[threadIdx.x] = 1; // expect: out_of_bounds
}

__global__ void past_the_constants(int *out) {
    out[threadIdx.x] = (int)coefficients[threadIdx.x + 16]; // expect: out_of_bounds
}

__global__ void read_past_the_end(int *out) {
    out[threadIdx.x] = table[threadIdx.x + 4]; // expect: out_of_bounds
}

int main() {
    int *d, h[32], n = 0;
    double s = 0;
    float c[16];
    void *address = nullptr;
    size_t size = 0;
    for (int i = 0; i < 16; i++)
        c[i] = 10.0f * (float)i;
    EXPECT(cudaMalloc(&d, sizeof h) == cudaSuccess);
    EXPECT(cudaMemcpyToSymbol(coefficients, c, sizeof c) == cudaSuccess);
    use_all<<<1, 32>>>(d);
    follow<<<1, 32>>>();
    EXPECT(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; i++)
        EXPECT(h[i] == i % 4 + 1 + i % 16 * 10 + 7 + i % 2 + 1);
    EXPECT(cudaMemcpyFromSymbol(&n, counter, sizeof n) == cudaSuccess && n == 32);
    EXPECT(cudaMemcpyFromSymbol(&s, sum, sizeof s) == cudaSuccess && s == 16);
    EXPECT(cudaMemcpyFromSymbol(&n, table, sizeof n, 2 * sizeof n) == cudaSuccess && n == 3);
    EXPECT(both == 6);
    EXPECT(cudaGetSymbolAddress(&address, full_page) == cudaSuccess);
    EXPECT(cudaGetSymbolSize(&size, full_page) == cudaSuccess && size == sizeof full_page);
    EXPECT(cudaMemset(address, 1, size) == cudaSuccess);
    EXPECT(cudaMemcpyFromSymbol(&n, full_page, sizeof n, size - sizeof n) == cudaSuccess && n == 0x01010101);
    EXPECT(cudaMemcpyToSymbol(table, h, 5 * sizeof n) == cudaErrorInvalidValue); // expect: api
    EXPECT(cudaMemcpyToSymbol(n, h, sizeof n) == cudaErrorInvalidSymbol);        // expect: api
    race<<<1, 64>>>();
    past_the_end<<<1, 5>>>();
    read_past_the_end<<<1, 1>>>(d);
    past_the_constants<<<1, 1>>>(d);
    EXPECT(cudaFree(d) == cudaSuccess);
}
