// What lab 10's lecture shows: where the orders of each customer begin and end in a sorted list.
#include "warplab.h"

#include <stdlib.h>

enum { CUSTOMERS = 10, N = 200, THREADS = 64 };

__global__ void orders_kernel(const int *customer, int *begins, int *ends, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i == 0 || customer[i - 1] != customer[i])
        begins[customer[i]] = i;
    if (/*?*/ i == n - 1 || customer[i + 1] != customer[i] /*?*/)
        ends[customer[i]] = /*?*/ i + 1 /*?*/;
}

int main(void) {
    int *customer, *begins, *ends, orders[CUSTOMERS] = {0};
    CUDA_CHECK(cudaMallocManaged((void **)&customer, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&begins, CUSTOMERS * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&ends, CUSTOMERS * sizeof(int)));
    for (int c = 0; c < CUSTOMERS; c++)
        begins[c] = ends[c] = 0;
    for (int i = 0; i < N; i++) {
        customer[i] = i * i / 4500;
        orders[customer[i]]++;
    }
    orders_kernel<<<wl_ceil_div(N, THREADS), THREADS>>>(customer, begins, ends, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int c = 0; c < CUSTOMERS; c++)
        if (ends[c] - begins[c] != orders[c])
            return EXIT_FAILURE;
    CUDA_CHECK(cudaFree(customer));
    CUDA_CHECK(cudaFree(begins));
    CUDA_CHECK(cudaFree(ends));
    return EXIT_SUCCESS;
}
