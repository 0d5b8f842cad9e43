// What lab 12's lecture shows: the cheapest journeys in two legs, with the fares of both legs in tiles.
#include "warplab.h"

#include <stdlib.h>

// No fare is higher than FAR, the fare between cities that are not there.
enum { CITIES = 20, TILE = 8, FAR = 1 << 20 };

// Every thread reads a row of the first fares and a column of the second ones from global memory.
__global__ void plain_kernel(const int *first, const int *second, int *cheapest, int cities) {
    const int from = blockIdx.y * blockDim.y + threadIdx.y;
    const int to = blockIdx.x * blockDim.x + threadIdx.x;
    if (from < cities && to < cities) {
        int best = 2 * FAR;
        for (int via = 0; via < cities; via++)
            best = min(best, first[from * cities + via] + second[via * cities + to]);
        cheapest[from * cities + to] = best;
    }
}

__device__ int fare(const int *fares, int from, int to, int cities) {
    return from < cities && to < cities ? fares[from * cities + to] : /*?*/ FAR /*?*/;
}

// A block brings the fares that it needs, tile by tile, and uses each of them TILE times.
__global__ void tiled_kernel(const int *first, const int *second, int *cheapest, int cities) {
    __shared__ int leaving[TILE][TILE];
    __shared__ int arriving[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int from = blockIdx.y * TILE + y, to = blockIdx.x * TILE + x;
    int best = 2 * FAR;

    for (int via = 0; via < cities; via += TILE) {
        leaving[y][x] = fare(first, from, /*?*/ via + x /*?*/, cities);
        arriving[y][x] = fare(second, /*?*/ via + y /*?*/, to, cities);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            best = min(best, leaving[y][k] + arriving[k][x]);
        /*?*/ __syncthreads(); /*?*/
    }
    if (from < cities && to < cities)
        cheapest[from * cities + to] = best;
}

static int cheapest_on_host(const int *first, const int *second, int from, int to) {
    int best = 2 * FAR;
    for (int via = 0; via < CITIES; via++) {
        const int both = first[from * CITIES + via] + second[via * CITIES + to];
        best = both < best ? both : best;
    }
    return best;
}

int main(void) {
    const size_t bytes = CITIES * CITIES * sizeof(int);
    const dim3 block(TILE, TILE), grid(wl_ceil_div(CITIES, TILE), wl_ceil_div(CITIES, TILE));
    int *first, *second, *plain, *tiled;
    CUDA_CHECK(cudaMallocManaged((void **)&first, bytes));
    CUDA_CHECK(cudaMallocManaged((void **)&second, bytes));
    CUDA_CHECK(cudaMallocManaged((void **)&plain, bytes));
    CUDA_CHECK(cudaMallocManaged((void **)&tiled, bytes));
    for (int i = 0; i < CITIES * CITIES; i++) {
        first[i] = 1 + i * 37 % 101;
        second[i] = 1 + i * 53 % 103;
    }
    plain_kernel<<<grid, block>>>(first, second, plain, CITIES);
    CUDA_CHECK(cudaGetLastError());
    tiled_kernel<<<grid, block>>>(first, second, tiled, CITIES);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < CITIES * CITIES; i++) {
        const int right = cheapest_on_host(first, second, i / CITIES, i % CITIES);
        if (plain[i] != right || tiled[i] != right)
            return EXIT_FAILURE;
    }
    CUDA_CHECK(cudaFree(tiled));
    CUDA_CHECK(cudaFree(plain));
    CUDA_CHECK(cudaFree(second));
    CUDA_CHECK(cudaFree(first));
    return EXIT_SUCCESS;
}
