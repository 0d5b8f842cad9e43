// Runs your challenge_scan once on N elements, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "challenge-scan.h"
#include "warplab.h"
#include <stdlib.h>

static void fill(int *in, int n) {
    unsigned int state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (int)(state >> 8);
    }
}

// The first element of out that is not as a scan by one loop would have it; n if all are.
static int first_wrong(const int *in, const int *out, int n) {
    unsigned int sum = 0;
    for (int i = 0; i < n; i++) {
        if (out[i] != (int)sum)
            return i;
        sum += in[i];
    }
    return n;
}

static void scan_on_device(const int *in, int *out, int n) {
    int *d_in, *d_out, *d_scratch;
    CUDA_CHECK(cudaMalloc((void **)&d_in, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));

    challenge_scan(d_in, d_out, d_scratch, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_scratch));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_in));
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    int *in = n >= 0 ? (int *)malloc((n + 1L) * sizeof(int)) : NULL;
    int *out = n >= 0 ? (int *)malloc((n + 1L) * sizeof(int)) : NULL;
    if (in == NULL || out == NULL) {
        fprintf(stderr, "usage: %s N   (the number of elements, 0 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    fill(in, n);
    scan_on_device(in, out, n);
    const int wrong = first_wrong(in, out, n);
    if (wrong == n)
        printf("%d elements, scanned exclusively: right\n", n);
    else
        printf("%d elements, scanned exclusively: wrong from element %d on\n", n, wrong);
    free(in);
    free(out);
    return wrong == n ? EXIT_SUCCESS : EXIT_FAILURE;
}
