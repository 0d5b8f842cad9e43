// Times the ladder on a GPU: median of 11 runs by events after 2 warm-ups, of random data, as CSV.
//   nvcc -O3 -std=c++17 -arch=native kernels.cu measure.cu -o measure && ./measure > measured.csv
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include "ladder.h"

enum { RUNS = 11, WARM_UPS = 2 };

static void require(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "measure: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

__global__ void random_kernel(unsigned *data, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long z = i * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    if (i < n)
        data[i] = (unsigned)(z ^ z >> 31);
}

static float median_ms(const struct ladder_step *step, void *in, unsigned *out, unsigned *scratch,
                       unsigned n) {
    float ms[RUNS];
    cudaEvent_t begin, end;
    require(cudaEventCreate(&begin));
    require(cudaEventCreate(&end));
    for (int run = -WARM_UPS; run < RUNS; run++) {
        require(cudaEventRecord(begin));
        step->run(in, out, scratch, n);
        require(cudaEventRecord(end));
        require(cudaEventSynchronize(end));
        require(cudaGetLastError());
        if (run >= 0)
            require(cudaEventElapsedTime(&ms[run], begin, end));
    }
    require(cudaEventDestroy(begin));
    require(cudaEventDestroy(end));
    std::sort(ms, ms + RUNS);
    return ms[RUNS / 2];
}

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)std::strtoul(argv[1], nullptr, 0) : 1u << 28;
    unsigned *in, *out, *scratch;
    require(cudaMalloc(&in, n * sizeof *in));
    require(cudaMalloc(&out, n * sizeof *out));
    require(cudaMalloc(&scratch, (n + 4096) * sizeof *scratch));
    std::printf("kernel,n,ms\n");
    for (unsigned i = 0; i < ladder_steps; i++) {
        random_kernel<<<(n + 255) / 256, 256>>>(in, n);
        std::printf("\"%s\",%u,%.4f\n", ladder[i].name, n,
                    (double)median_ms(&ladder[i], in, out, scratch, n));
    }
    require(cudaFree(in));
    require(cudaFree(out));
    require(cudaFree(scratch));
    return 0;
}
