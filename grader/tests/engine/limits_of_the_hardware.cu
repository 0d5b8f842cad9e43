// Launches and allocations over the limits: the errors that the hardware gives. A wrong one is printed.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nothing() {}
__global__ void count(unsigned *n) {
    if (threadIdx.x == 0)
        atomicAdd(n, 1u);
}

struct row {
    const char *what;
    dim3 grid, block;
    size_t shared;
    cudaError_t error;
};

static const row rows[] = {
    {"one thread", 1, 1, 0, cudaSuccess},
    {"the widest block", 1, 1024, 0, cudaSuccess},
    {"a block too wide", 1, 1025, 0, cudaErrorInvalidConfiguration},
    {"a block of too many", 1, dim3(32, 33), 0, cudaErrorInvalidConfiguration},
    {"the deepest block", 1, dim3(1, 1, 64), 0, cudaSuccess},
    {"a block too deep", 1, dim3(1, 1, 65), 0, cudaErrorInvalidConfiguration},
    {"an empty block", 1, dim3(0), 0, cudaErrorInvalidConfiguration},
    {"an empty grid", dim3(0), 32, 0, cudaErrorInvalidConfiguration},
    {"a grid empty in z", dim3(1, 1, 0), 32, 0, cudaErrorInvalidConfiguration},
    {"a wide grid", 65536, 1, 0, cudaSuccess},
    {"a high grid", dim3(1, 65535), 1, 0, cudaSuccess},
    {"a grid too high", dim3(1, 65536), 1, 0, cudaErrorInvalidConfiguration},
    {"a grid too deep", dim3(1, 1, 65536), 1, 0, cudaErrorInvalidConfiguration},
    {"a grid too wide", 2147483648u, 1, 0, cudaErrorInvalidConfiguration},
    {"all of shared memory", 1, 1, 49152, cudaSuccess},
    {"too much shared memory", 1, 1, 49153, cudaErrorInvalidValue},
    {"shared memory beyond numbers", 1, 1, ~(size_t)0, cudaErrorInvalidValue},
};

static void expect(const char *what, cudaError_t wanted, cudaError_t got) {
    if (wanted != got)
        printf("%s: %s, expected %s\n", what, cudaGetErrorName(got), cudaGetErrorName(wanted));
}

int main() {
    for (const row &r : rows) {
        nothing<<<r.grid, r.block, r.shared>>>();
        expect(r.what, r.error, cudaGetLastError());
        expect(r.what, cudaSuccess, cudaDeviceSynchronize());
    }
    unsigned *n, blocks = 0;
    expect("a word", cudaSuccess, cudaMalloc(&n, sizeof *n));
    expect("zero", cudaSuccess, cudaMemset(n, 0, sizeof *n));
    count<<<65536, 2>>>(n);
    expect("a copy", cudaSuccess, cudaMemcpy(&blocks, n, sizeof blocks, cudaMemcpyDeviceToHost));
    if (blocks != 65536)
        printf("%u blocks ran\n", blocks);
    char *p = (char *)n;
    expect("more than any machine has", cudaErrorMemoryAllocation, cudaMalloc(&p, (size_t)1 << 46));
    expect("all there is of numbers", cudaErrorMemoryAllocation, cudaMalloc(&p, ~(size_t)0));
    expect("managed, too much", cudaErrorMemoryAllocation, cudaMallocManaged(&p, (size_t)1 << 46));
    expect("pinned, too much", cudaErrorMemoryAllocation, cudaMallocHost(&p, (size_t)1 << 46));
    expect("nothing", cudaSuccess, cudaMalloc(&p, 0));
    if (p)
        printf("no bytes have an address\n");
    cudaGetLastError();
    expect("after that", cudaSuccess, cudaFree(n));
}
