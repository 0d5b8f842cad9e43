// Runs your challenge_reduce once on N elements, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "challenge-reduce.h"
#include "warplab.h"
#include <stdlib.h>

// Fills in[0..n) with pseudo-random numbers; returns their sum modulo 2^32.
static unsigned int fill(int *in, int n) {
    unsigned int sum = 0, state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (int)(state >> 8);
        sum += state >> 8;
    }
    return sum;
}

static unsigned int sum_on_device(const int *in, int n) {
    int *d_in, *d_out, *d_scratch;
    unsigned int sum = 0;
    CUDA_CHECK(cudaMalloc((void **)&d_in, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));

    challenge_reduce(d_in, d_out, d_scratch, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(&sum, d_out, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_scratch));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_in));
    return sum;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    int *in = n >= 0 ? (int *)malloc((n + 1L) * sizeof(int)) : NULL;
    if (in == NULL) {
        fprintf(stderr, "usage: %s N   (the number of elements, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    const unsigned int expected = fill(in, n);
    const unsigned int sum = sum_on_device(in, n);
    printf("%d elements: sum %u, expected %u: %s\n", n, sum, expected, sum == expected ? "right" : "wrong");
    free(in);
    return sum == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
