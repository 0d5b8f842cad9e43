// A stencil of one dimension: every height spreads to its neighbours, two lower with each step. With its
// halo, its constants, and what each block brought. How to build it is in README.md.
#include "warplab.h"

enum { RADIUS = 2, BLOCK = 8, HALO = BLOCK + 2 * RADIUS, N = 20, BLOCKS = 3 };

// How much lower a neighbour counts, by its distance.
__constant__ int lower[RADIUS + 1];

__device__ int inside(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

// The first threads bring the halo, too: an element on each side.
__device__ void bring(int *seen, const int *in, int n) {
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    seen[RADIUS + t] = in[inside(i, n)];
    if (t < RADIUS) {
        seen[t] = in[inside(i - RADIUS, n)];
        seen[RADIUS + BLOCK + t] = in[inside(i + BLOCK, n)];
    }
}

__global__ void spread_kernel(const int *in, int *brought, int *out, int n) {
    __shared__ int seen[HALO];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    bring(seen, in, n);
    __syncthreads();

    int highest = seen[RADIUS + t];
    for (int far = 1; far <= RADIUS; far++)
        highest = max(highest, max(seen[RADIUS + t - far], seen[RADIUS + t + far]) - lower[far]);
    if (i < n)
        out[i] = highest;

    // For the picture: who looks at seen from now on only reads it.
    for (int k = t; k < HALO; k += BLOCK)
        brought[blockIdx.x * HALO + k] = seen[k];
}

static void print(const char *title, const int *numbers, int count) {
    printf("%-8s", title);
    for (int i = 0; i < count; i++)
        printf("%3d", numbers[i]);
    printf("\n");
}

int main() {
    const int in[N] = {1, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0, 3, 0, 0, 0, 5};
    const int by_distance[RADIUS + 1] = {0, 2, 4};
    int brought[BLOCKS][HALO], out[N], *d_in, *d_brought, *d_out;
    CUDA_CHECK(cudaMalloc((void **)&d_in, sizeof in));
    CUDA_CHECK(cudaMalloc((void **)&d_brought, sizeof brought));
    CUDA_CHECK(cudaMalloc((void **)&d_out, sizeof out));
    CUDA_CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(lower, by_distance, sizeof by_distance));
    spread_kernel<<<BLOCKS, BLOCK>>>(d_in, d_brought, d_out, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(brought, d_brought, sizeof brought, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    print("in", in, N);
    for (int b = 0; b < BLOCKS; b++) {
        char title[16];
        snprintf(title, sizeof title, "block %d", b);
        print(title, brought[b], HALO);
    }
    print("out", out, N);
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_brought));
    CUDA_CHECK(cudaFree(d_in));
}
