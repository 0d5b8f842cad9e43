// Runs your matmul_tiled once on square matrices of at most N elements, for the tools that look at a program:
// build/try N. How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab12.h"
#include "warplab.h"
#include <stdlib.h>

// a is the identity, two places to the right: row r of the product is row r + 2 of b, and at last zeros.
static float element_of_b(int row, int col) { return (float)((row * 31 + col * 7) % 101 - 50); }

static long first_wrong(const float *c, int n) {
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            if (c[(long)row * n + col] != (row + 2 < n ? element_of_b(row + 2, col) : 0))
                return (long)row * n + col;
    return -1;
}

static void run_on_device(const float *a, const float *b, float *c, int n) {
    const size_t bytes = (size_t)n * n * sizeof(float);
    float *d_a, *d_b, *d_c;
    CUDA_CHECK(cudaMalloc((void **)&d_a, bytes));
    CUDA_CHECK(cudaMalloc((void **)&d_b, bytes));
    CUDA_CHECK(cudaMalloc((void **)&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));

    matmul_tiled(d_a, d_b, d_c, n, n, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_c));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_a));
}

int main(int argc, char **argv) {
    const int elements = argc > 1 ? atoi(argv[1]) : 1 << 16;
    int n = 0;
    while ((n + 1L) * (n + 1L) <= elements)
        n++;
    const size_t count = (size_t)n * n;
    float *a = (float *)calloc(count + 1, sizeof(float));
    float *b = (float *)malloc((count + 1) * sizeof(float));
    float *c = (float *)malloc((count + 1) * sizeof(float));
    if (n < 1 || a == NULL || b == NULL || c == NULL) {
        fprintf(stderr, "usage: %s N   (elements of a matrix, 1 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            a[(long)row * n + col] = col == row + 2 ? 1 : 0;
            b[(long)row * n + col] = element_of_b(row, col);
        }
    run_on_device(a, b, c, n);
    const long wrong = first_wrong(c, n);
    if (wrong < 0)
        printf("%d x %d, multiplied: right\n", n, n);
    else
        printf("%d x %d, multiplied: wrong from row %ld, column %ld on\n", n, n, wrong / n, wrong % n);
    free(a);
    free(b);
    free(c);
    return wrong < 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
