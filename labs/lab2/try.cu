// Runs your launchers once on N elements, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab2.h"
#include "warplab.h"
#include <stdlib.h>

enum { MAX_BLOCKS = 1024 };

static unsigned int power_of(unsigned int x, int power) { return power == 2 ? x * x : x * x * x; }

static void say(const char *what, unsigned int value, unsigned int expected) {
    printf("%s: %u, expected %u: %s\n", what, value, expected, value == expected ? "right" : "wrong");
}

static unsigned int fetch(const int *d_out) {
    unsigned int value = 0;
    CUDA_CHECK(cudaMemcpy(&value, d_out, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

// The clocks that blocks of the first launch left in d_scratch.
static void say_clocks(const int *d_scratch, int n) {
    static int clocks[MAX_BLOCKS];
    const int blocks = n > 1024 * MAX_BLOCKS ? MAX_BLOCKS : wl_ceil_div(n, 1024);
    long long sum = 0;
    CUDA_CHECK(cudaMemcpy(clocks, d_scratch, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; b++)
        sum += clocks[b];
    if (blocks > 0)
        printf("  clocks per block of 1024: %lld on average, %d in the first\n", sum / blocks, clocks[0]);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    int *in = n >= 0 ? (int *)malloc((n + 1L) * sizeof(int)) : NULL;
    int *d_in, *d_out, *d_scratch;
    unsigned int sum = 0, squares = 0, cubes = 0;
    if (in == NULL) {
        fprintf(stderr, "usage: %s N   (the number of elements, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < n; i++) {
        in[i] = i % 1000 - 300;
        sum += (unsigned int)in[i];
        squares += power_of((unsigned int)in[i], 2);
        cubes += power_of((unsigned int)in[i], 3);
    }
    CUDA_CHECK(cudaMalloc((void **)&d_in, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));

    reduce_global(d_in, d_out, d_scratch, n, REDUCE_SUM);
    say("sum", fetch(d_out), sum);
    CUDA_CHECK(cudaMemset(d_scratch, 0, (n + 4096L) * sizeof(int)));
    reduce_squares(d_in, d_out, d_scratch, n);
    say("sum of squares", fetch(d_out), squares);
    say_clocks(d_scratch, n);
    reduce_cubes(d_in, d_out, d_scratch, n);
    say("sum of cubes", fetch(d_out), cubes);
    say_clocks(d_scratch, n);

    CUDA_CHECK(cudaFree(d_scratch));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_in));
    free(in);
    return EXIT_SUCCESS;
}
