// The host reads a device variable by its name: on a GPU that is other memory. Constants of the compiler are
// the same on both sides.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 4 };

__device__ int counter;
__device__ const int primes[N] = {2, 3, 5, 7};
__constant__ const float half = 0.5f;
__constant__ int factors[N];

__global__ void count() {
    if (primes[threadIdx.x] * factors[threadIdx.x] * half > 3)
        atomicAdd(&counter, 1);
}

int main(int, char **argv) {
    const int ones[N] = {1, 1, 1, 1};
    int counted = 0;
    cudaMemcpyToSymbol(factors, ones, sizeof ones);
    count<<<1, N>>>();
    cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
    if (counted != 1 || primes[*argv == nullptr] != 2 || half != 0.5f)
        printf("counted %d\n", counted);
    if (counter != counted) // expect: host_pointer
        printf("reached\n");
}
