// Runs your compact_positive once on N elements, for the tools that look at a program: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab11.h"
#include "warplab.h"
#include <stdlib.h>

static void fill(int *in, int n) {
    unsigned int state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (int)(state >> 8) - (1 << 23);
    }
}

// The first element of out that is not as one loop over in would have it; n if all are.
static int first_wrong(const int *in, const int *out, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (in[i] > 0 && out[kept++] != in[i])
            return kept - 1;
    while (kept < n && out[kept] == 0)
        kept++;
    return kept;
}

static void compact_on_device(const int *in, int *out, int n) {
    int *d_in, *d_out, *d_scratch;
    CUDA_CHECK(cudaMalloc((void **)&d_in, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, (n + 1L) * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));

    compact_positive(d_in, d_out, d_scratch, n);
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
    compact_on_device(in, out, n);
    const int wrong = first_wrong(in, out, n);
    if (wrong == n)
        printf("%d elements, the positive ones moved to the front: right\n", n);
    else
        printf("%d elements, the positive ones moved to the front: wrong from element %d on\n", n, wrong);
    free(in);
    free(out);
    return wrong == n ? EXIT_SUCCESS : EXIT_FAILURE;
}
