// Runs your stencil_tiled once on a square of at most N elements, for the tools that look at a program:
// build/try N. How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab13.h"
#include "warplab.h"
#include <stdlib.h>

enum { WEIGHTS = STENCIL_SIDE * STENCIL_SIDE };

static int nearest(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// Small whole numbers, of which no sum is rounded.
static float element(int row, int col) { return (float)((row * 31 + col * 7) % 17 - 8); }

static float right(const float *weights, int row, int col, int n) {
    float sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += weights[i] * element(nearest(row + i / STENCIL_SIDE - STENCIL_RADIUS, n),
                                    nearest(col + i % STENCIL_SIDE - STENCIL_RADIUS, n));
    return sum;
}

static long first_wrong(const float *weights, const float *out, int n) {
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            if (out[(long)row * n + col] != right(weights, row, col, n))
                return (long)row * n + col;
    return -1;
}

static void run_on_device(const float *in, const float *weights, float *out, int n) {
    const size_t bytes = (size_t)n * n * sizeof(float), weight_bytes = WEIGHTS * sizeof(float);
    float *d_in, *d_weights, *d_out;
    CUDA_CHECK(cudaMalloc((void **)&d_in, bytes));
    CUDA_CHECK(cudaMalloc((void **)&d_weights, weight_bytes));
    CUDA_CHECK(cudaMalloc((void **)&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));

    stencil_tiled(d_in, d_weights, d_out, n, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_weights));
    CUDA_CHECK(cudaFree(d_in));
}

int main(int argc, char **argv) {
    const int elements = argc > 1 ? atoi(argv[1]) : 1 << 16;
    float weights[WEIGHTS];
    int n = 0;
    while ((n + 1L) * (n + 1L) <= elements)
        n++;
    const size_t count = (size_t)n * n;
    float *in = (float *)malloc((count + 1) * sizeof(float));
    float *out = (float *)malloc((count + 1) * sizeof(float));
    if (n < 1 || in == NULL || out == NULL) {
        fprintf(stderr, "usage: %s N   (elements, 1 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = (float)(i % 7 - 2);
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            in[(long)row * n + col] = element(row, col);
    run_on_device(in, weights, out, n);
    const long wrong = first_wrong(weights, out, n);
    if (wrong < 0)
        printf("%d x %d, 25 neighbours each: right\n", n, n);
    else
        printf("%d x %d, 25 neighbours each: wrong from row %ld, column %ld on\n", n, n, wrong / n,
               wrong % n);
    free(in);
    free(out);
    return wrong < 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
