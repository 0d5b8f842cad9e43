// Runs your histogram once on N bytes, beside the CPU, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "challenge-histogram.h"
#include "warplab.h"
#include <stdlib.h>
#include <time.h>

enum { BINS = 256 };

static void fill(unsigned char *in, int n) {
    unsigned int state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (unsigned char)(state >> 24);
    }
}

// The baseline: the time one core takes to count.
static double cpu_ms(const unsigned char *in, int n) {
    static volatile unsigned int bins[BINS];
    const clock_t start = clock();
    for (int i = 0; i < n; i++)
        bins[in[i]] = bins[in[i]] + 1;
    return 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
}

static float device_ms(const unsigned char *in, unsigned int *bins, int n) {
    unsigned char *d_in;
    unsigned int *d_bins, *d_scratch;
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaMalloc((void **)&d_in, n + 1L));
    CUDA_CHECK(cudaMalloc((void **)&d_bins, BINS * sizeof *bins));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof *bins));
    CUDA_CHECK(cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));

    CUDA_CHECK(cudaEventRecord(start));
    challenge_histogram(d_in, d_bins, d_scratch, n);
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));

    CUDA_CHECK(cudaMemcpy(bins, d_bins, BINS * sizeof *bins, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaFree(d_scratch));
    CUDA_CHECK(cudaFree(d_bins));
    CUDA_CHECK(cudaFree(d_in));
    return ms;
}

// Two ways to verify. The sum of the bins must be n: quick, but blind to a count in the wrong bin. Counting
// down is exact: take every element out of its bin again, and all of them must end at 0.
static int verify(unsigned int *bins, const unsigned char *in, int n, float ms) {
    long sum = 0;
    int wrong = 0;
    for (int b = 0; b < BINS; b++)
        sum += bins[b];
    for (int i = 0; i < n; i++)
        bins[in[i]]--;
    for (int b = 0; b < BINS; b++)
        wrong += bins[b] != 0;
    printf("%-26s %10.3f ms   bins add up to %ld of %d, %d bins wrong\n", "challenge_histogram", ms, sum, n,
           wrong);
    return wrong;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    unsigned char *in = n >= 0 ? (unsigned char *)malloc(n + 1L) : NULL;
    if (in == NULL) {
        fprintf(stderr, "usage: %s N   (the number of elements, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    fill(in, n);
    printf("%-26s %10.3f ms\n", "one core of the CPU", cpu_ms(in, n));
    unsigned int bins[BINS];
    const float ms = device_ms(in, bins, n);
    const int wrong = verify(bins, in, n, ms);
    free(in);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
