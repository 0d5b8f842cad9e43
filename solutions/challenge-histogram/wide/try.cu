// Counts by wide.cu, compares with counting on the CPU, and with nvcc sets CUB beside.
//
//     nvcc -O3 -arch=native -std=c++17 -Ilabs/include solutions/challenge-histogram/wide/wide.cu
//         solutions/challenge-histogram/wide/try.cu -o build/try && build/try 268435456 15
//     build/bin/simtcc -Ilabs/include solutions/challenge-histogram/wide/wide.cu
//         solutions/challenge-histogram/wide/try.cu -o build/try && build/try 20000
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../race.h"
#include "warplab.h"
#include "wide.h"

#ifndef __SIMT__ // of the CUDA Toolkit; the engine has no CUB
#define HAS_CUB
#include <cub/device/device_histogram.cuh>
#endif

typedef unsigned char byte;
typedef unsigned long long counter;
enum { WARM_UP = 20 };
enum kind { RANDOM, ONE_BIN, SORTED, SKEWED, STRIDED, BEYOND, KINDS };
static const char *const kind_names[] = {"random", "one bin",        "sorted",
                                         "skewed", "every 32nd bin", "some in no bin"};

// Elements of `bytes` bytes each, for `bins` bins, with counters of `wide` bytes.
struct data {
    size_t n, bytes, bins, wide;
};

struct device {
    byte *in, *bins, *memory;
    size_t bytes; // of memory
};

__device__ unsigned int mixed(unsigned long long x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (unsigned int)(x ^ x >> 31);
}

// Element i of n, below the number of bins but for BEYOND.
__device__ unsigned int element(size_t i, size_t n, unsigned int bins, enum kind kind) {
    const unsigned int random = mixed(i + 1);
    switch (kind) {
    case ONE_BIN:
        return bins / 3;
    case SORTED:
        return (unsigned int)((double)i / (double)n * bins);
    case SKEWED: // each half of the bins has seven times as many as the next one
        return random & random >> 7 & random >> 14 & (bins - 1);
    case STRIDED:
        return random % bins / 32 * 32;
    case BEYOND:
        return random % (2 * bins);
    default:
        return random % bins;
    }
}

template <typename Element>
__global__ void fill_kernel(Element *in, size_t n, unsigned int bins, enum kind kind) {
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (size_t i = first; i < n; i += gridDim.x * (size_t)blockDim.x)
        in[i] = (Element)element(i, n, bins, kind);
}

// Counts the elements that are no longer what fill_kernel() wrote.
template <typename Element>
__global__ void changed_kernel(const Element *in, size_t n, unsigned int bins, enum kind kind,
                               counter *changed) {
    const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (size_t i = first; i < n; i += gridDim.x * (size_t)blockDim.x)
        if (in[i] != (Element)element(i, n, bins, kind))
            atomicAdd(changed, 1ull);
}

enum { FILL_BLOCKS = 1024, FILL_THREADS = 256 };

static void fill(const struct device *d, const struct data *data, enum kind kind) {
    const unsigned int bins = (unsigned int)data->bins;
    if (data->bytes == 1)
        fill_kernel<<<FILL_BLOCKS, FILL_THREADS>>>(d->in, data->n, bins, kind);
    else
        fill_kernel<<<FILL_BLOCKS, FILL_THREADS>>>((unsigned short *)d->in, data->n, bins, kind);
    CUDA_CHECK(cudaGetLastError());
}

static counter changed_elements(const struct device *d, const struct data *data, enum kind kind) {
    const unsigned int bins = (unsigned int)data->bins;
    counter changed = 0, *d_changed;
    CUDA_CHECK(cudaMalloc((void **)&d_changed, sizeof changed));
    CUDA_CHECK(cudaMemset(d_changed, 0, sizeof changed));
    if (data->bytes == 1)
        changed_kernel<<<FILL_BLOCKS, FILL_THREADS>>>(d->in, data->n, bins, kind, d_changed);
    else
        changed_kernel<<<FILL_BLOCKS, FILL_THREADS>>>((const unsigned short *)d->in, data->n, bins, kind,
                                                      d_changed);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_changed));
    return changed;
}

// The bins that are not as counted here. @return how many
static size_t wrong_bins(const struct device *d, const struct data *data) {
    static byte piece[1 << 24];
    static counter expected[MANY_BINS];
    byte *bins = (byte *)malloc(data->bins * data->wide);
    const size_t most = sizeof piece / data->bytes;
    size_t wrong = 0;
    memset(expected, 0, sizeof expected);
    for (size_t first = 0; first < data->n; first += most) {
        const size_t count = data->n - first < most ? data->n - first : most;
        CUDA_CHECK(
            cudaMemcpy(piece, d->in + first * data->bytes, count * data->bytes, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < count; i++) {
            const unsigned int e = data->bytes == 1 ? piece[i] : ((const unsigned short *)piece)[i];
            if (e < data->bins)
                expected[e]++;
        }
    }
    CUDA_CHECK(cudaMemcpy(bins, d->bins, data->bins * data->wide, cudaMemcpyDeviceToHost));
    for (size_t b = 0; b < data->bins; b++) {
        counter got = 0;
        memcpy(&got, bins + b * data->wide, data->wide);
        wrong += got != expected[b];
    }
    free(bins);
    return wrong;
}

static void ours(const struct device *d, const struct data *data) {
    if (data->bytes == 1)
        histogram_long(d->in, (counter *)d->bins, data->n);
    else
        histogram_many((const unsigned short *)d->in, (unsigned int *)d->bins, (int)data->n);
}

// CUB's histogram; without memory it says in `bytes` how much it takes.
static void library(void *memory, size_t *bytes, const struct device *d, const struct data *data) {
#ifdef HAS_CUB
    const int levels = (int)data->bins + 1;
    if (data->bytes == 1)
        CUDA_CHECK(cub::DeviceHistogram::HistogramEven(memory, *bytes, d->in, (counter *)d->bins, levels, 0,
                                                       (int)data->bins, (long long)data->n));
    else
        CUDA_CHECK(cub::DeviceHistogram::HistogramEven(memory, *bytes, (const unsigned short *)d->in,
                                                       (unsigned int *)d->bins, levels, 0, (int)data->bins,
                                                       (int)data->n));
#else
    (void)memory, (void)bytes, (void)d, (void)data;
#endif
}

static void race(const struct device *d, const struct data *data, int runs) {
    struct race_times times[2];
    size_t bytes = d->bytes;
    race_run([&] { ours(d, data); }, [&] { library(d->memory, &bytes, d, data); }, WARM_UP, runs, times);
    printf("    %.1f us (quartiles %.1f, %.1f), %.0f GB/s", times[0].median, times[0].low, times[0].high,
           (double)(data->n * data->bytes) / times[0].median / 1e3);
#ifdef HAS_CUB
    printf("; CUB %.1f us, %.2f times as long", times[1].median, times[1].median / times[0].median);
#endif
    printf("\n");
}

// Returns whether the answer was wrong.
static int check(const struct data *data, enum kind kind, int runs) {
    const size_t in_bytes = data->n * data->bytes, bins_bytes = data->bins * data->wide;
    struct device d = {NULL, NULL, NULL, 1};
    if (runs > 0)
        library(NULL, &d.bytes, &d, data);
    CUDA_CHECK(cudaMalloc((void **)&d.in, in_bytes + 1));
    CUDA_CHECK(cudaMalloc((void **)&d.bins, bins_bytes));
    CUDA_CHECK(cudaMalloc((void **)&d.memory, d.bytes));
    CUDA_CHECK(cudaMemset(d.bins, 0xa5, bins_bytes));
    fill(&d, data, kind);
    ours(&d, data);
    const size_t wrong = wrong_bins(&d, data);
    const counter changed = changed_elements(&d, data, kind);
    printf("%10zu elements of %zu bits, %zu counters of %zu bits, %s: ", data->n, 8 * data->bytes, data->bins,
           8 * data->wide, kind_names[kind]);
    printf(wrong > 0 ? "%zu bins WRONG" : "right", wrong);
    printf("%s\n", changed > 0 ? ", and the input is CHANGED" : "");
    if (runs > 0)
        race(&d, data, runs);
    CUDA_CHECK(cudaFree(d.in));
    CUDA_CHECK(cudaFree(d.bins));
    CUDA_CHECK(cudaFree(d.memory));
    return wrong > 0 || changed > 0;
}

int main(int argc, char **argv) {
    const long long n = argc > 1 ? atoll(argv[1]) : 100003;
    const long runs = argc > 2 ? atol(argv[2]) : 0;
    int wrong = 0, checked = 0;
    if (n < 0 || runs < 0 || runs > RACE_RUNS) {
        fprintf(stderr, "usage: try [ELEMENTS [RUNS, at most %d]]\n", RACE_RUNS);
        return 2;
    }
    const struct data shapes[] = {{(size_t)n, sizeof(short), MANY_BINS, sizeof(int)},
                                  {(size_t)n, sizeof(byte), 256, sizeof(counter)}};
    // More elements than an int counts are for the counters of 64 bits alone.
    for (int shape = n > 0x7fffffff; shape < 2; shape++)
        for (int kind = RANDOM; kind < (shapes[shape].bytes == 1 ? BEYOND : KINDS);
             kind++, checked++) // no byte is beyond
            wrong += check(&shapes[shape], (enum kind)kind, (int)runs);
    printf("%lld elements: %d of %d answers were wrong\n", n, wrong, checked);
    return wrong > 0;
}
