// Runs your compact_any once on N elements, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab15.h"
#include "warplab.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    if (n < 0) {
        fprintf(stderr, "usage: %s N   (the number of elements, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    int *in, *out, *count, kept = 0;
    long long sum = 0;
    CUDA_CHECK(cudaMallocManaged((void **)&in, (n + 1L) * sizeof *in));
    CUDA_CHECK(cudaMallocManaged((void **)&out, (n + 1L) * sizeof *out));
    CUDA_CHECK(cudaMallocManaged((void **)&count, sizeof *count));
    for (int i = 0; i < n; i++) {
        in[i] = i % 7 - 3;
        kept += in[i] > 0;
        sum += in[i] > 0 ? in[i] : 0;
    }

    compact_any(in, out, count, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    // In any order they have the same sum.
    for (int i = 0; i < *count && i < n; i++)
        sum -= out[i];
    const int right = *count == kept && sum == 0;
    printf("%d elements, %d kept: %s\n", n, *count, right ? "right" : "wrong");
    CUDA_CHECK(cudaFree(count));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(in));
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
