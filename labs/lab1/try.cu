// Shows what your launchers answer for N elements, a few of each: build/try N
// How to build it, for a GPU or for the CPU engine, is in README.md.
#include "lab1.h"
#include "warplab.h"
#include <stdlib.h>

enum { SHOWN = 3, WIDTH = 53 };

static void show(const char *what, const int *d_out, int records, int numbers) {
    int record[4 * COST_RECORD + IDS_2D_RECORD];
    printf("%s\n", what);
    for (int r = 0; r < records; r++) {
        CUDA_CHECK(cudaMemcpy(record, d_out + r * numbers, numbers * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < numbers; i++)
            printf("%8d%s", record[i], i + 1 < numbers ? "" : "\n");
    }
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 60;
    int *d_in, *d_out, *d_scratch;
    if (n < 1) {
        fprintf(stderr, "usage: %s N   (the number of elements, 1 or more)\n", argv[0]);
        return EXIT_FAILURE;
    }
    const int shown = n < SHOWN ? n : SHOWN;
    CUDA_CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, (n + 1L) * IDS_2D_RECORD * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_scratch, (n + 4096L) * sizeof(int)));
    CUDA_CHECK(cudaMemset(d_in, 0, n * sizeof(int)));
    CUDA_CHECK(cudaMemset(d_out, 0, (n + 1L) * IDS_2D_RECORD * sizeof(int)));

    ids_1d(d_in, d_out, d_scratch, n);
    show("in a row: number in the grid, block, number in the block, warp, lane", d_out + 5 * (n - shown),
         shown, IDS_1D_RECORD);
    ids_2d(d_in, d_out, d_scratch, n, WIDTH);
    show("in a picture: x, y, number in the grid, block, number in the block, warp, lane",
         d_out + 7 * (n - shown), shown, IDS_2D_RECORD);
    count_reduces(d_in, d_out, d_scratch, n);
    show("steps, work (low, high): serial and tree reduce", d_out, 2, COST_RECORD);
    count_scans(d_in, d_out, d_scratch, n);
    show("steps, work (low, high): serial, one reduce for each output, Hillis-Steele, Blelloch", d_out, 4,
         COST_RECORD);
    copy_grid_stride(d_in, d_out, d_scratch, n);
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaFree(d_scratch));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_in));
    return EXIT_SUCCESS;
}
