// Sorts keys by onesweep.cu and looks whether they are sorted and are those that were given; with nvcc,
// sets CUB beside.
//
//     nvcc -O3 -arch=native -std=c++17 -Ilabs/include solutions/lab10/onesweep/onesweep.cu
//         solutions/lab10/onesweep/try.cu -o build/try && build/try 268435456 15
//     build/bin/simtcc -Ilabs/include solutions/lab10/onesweep/onesweep.cu solutions/lab10/onesweep/try.cu
//         -o build/try && build/try 20000
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../race.h"
#include "onesweep.h"
#include "warplab.h"

#ifndef __SIMT__ // of the CUDA Toolkit; the engine has no CUB
#define HAS_CUB
#include <cub/device/device_radix_sort.cuh>
#endif

typedef unsigned char byte;
enum { WARM_UP = 2 };
enum kind { RANDOM, EQUAL, SORTED, FEW, KINDS };
static const char *const kind_names[] = {"random", "all equal", "sorted", "few values"};

struct keys {
    unsigned int n, bytes; // of a key: 1 or 4
    byte *host;
};

static unsigned int get(const struct keys *keys, size_t i) {
    unsigned int key = keys->host[i];
    if (keys->bytes == sizeof key)
        memcpy(&key, keys->host + i * sizeof key, sizeof key);
    return key;
}

static unsigned long long mixed(unsigned long long x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static void fill(struct keys *keys, enum kind kind) {
    for (size_t i = 0; i < keys->n; i++) {
        const unsigned int random = (unsigned int)mixed(i + 1);
        const unsigned int key = kind == RANDOM  ? random
                                 : kind == EQUAL ? 0x01ff8000u
                                 : kind == FEW   ? random % 3 * 0x55555555u + (random >> 16 & 1)
                                                 : (unsigned int)(((i << (8 * keys->bytes)) / keys->n));
        memcpy(keys->host + i * keys->bytes, &key, keys->bytes);
    }
}

// The sum of each key's hash: it does not depend on the order, and another key has another one.
static unsigned long long hash(const struct keys *keys) {
    unsigned long long sum = 0;
    for (size_t i = 0; i < keys->n; i++)
        sum += mixed(get(keys, i) + 1);
    return sum;
}

static int is_sorted(const struct keys *keys) {
    for (size_t i = 1; i < keys->n; i++)
        if (get(keys, i - 1) > get(keys, i))
            return 0;
    return 1;
}

struct device {
    byte *in, *out, *memory;
    size_t bytes; // of memory
};

static void ours(const struct device *d, const struct keys *keys) {
    if (keys->bytes == 1)
        sort_bytes(d->in, d->out, d->memory, (int)keys->n);
    else
        sort_ints((const unsigned int *)d->in, (unsigned int *)d->out, d->memory, (int)keys->n);
}

#ifdef HAS_CUB
static size_t cub_bytes(const struct keys *keys) {
    size_t bytes = 0;
    if (keys->bytes == 1)
        cub::DeviceRadixSort::SortKeys(nullptr, bytes, (const byte *)nullptr, (byte *)nullptr, (int)keys->n);
    else
        cub::DeviceRadixSort::SortKeys(nullptr, bytes, (const unsigned int *)nullptr, (unsigned int *)nullptr,
                                       (int)keys->n);
    return bytes;
}
static void library(const struct device *d, const struct keys *keys) {
    size_t bytes = d->bytes;
    if (keys->bytes == 1)
        cub::DeviceRadixSort::SortKeys(d->memory, bytes, d->in, d->out, (int)keys->n);
    else
        cub::DeviceRadixSort::SortKeys(d->memory, bytes, (const unsigned int *)d->in, (unsigned int *)d->out,
                                       (int)keys->n);
}
#else
static size_t cub_bytes(const struct keys *) { return 0; }
static void library(const struct device *, const struct keys *) {}
#endif

static void race(const struct device *d, const struct keys *keys, int runs) {
    struct race_times times[2];
    const double n = keys->n, least = (1 + 2.0 * keys->bytes) * keys->bytes; // bytes a key
    race_run([&] { ours(d, keys); }, [&] { library(d, keys); }, WARM_UP, runs, times);
    const double median = times[0].median;
    printf(
        "%10u keys of %u bits: %.1f us (quartiles %.1f, %.1f), %.2f G keys/s, %.0f GB/s at %.0f bytes a key",
        keys->n, 8 * keys->bytes, median, times[0].low, times[0].high, n / median / 1e3,
        n * least / median / 1e3, least);
#ifdef HAS_CUB
    printf("; CUB %.1f us, %.3f of ours", times[1].median, times[1].median / median);
#endif
    printf("\n");
}

// Returns whether the answer was wrong.
static int check(unsigned int n, unsigned int bytes, unsigned int offset, enum kind kind, int runs) {
    struct keys keys = {n, bytes, (byte *)malloc((size_t)n * bytes + 1)};
    const size_t needed = bytes == 1 ? sort_bytes_memory((int)n) : sort_ints_memory((int)n);
    const size_t library_bytes = runs > 0 ? cub_bytes(&keys) : 0;
    struct device d = {NULL, NULL, NULL, needed > library_bytes ? needed : library_bytes};
    byte *in, *out;
    fill(&keys, kind);
    const unsigned long long before = hash(&keys);
    CUDA_CHECK(cudaMalloc((void **)&in, (size_t)(n + offset) * bytes + 1));
    CUDA_CHECK(cudaMalloc((void **)&out, (size_t)(n + offset) * bytes + 1));
    CUDA_CHECK(cudaMalloc((void **)&d.memory, d.bytes));
    d.in = in + offset * bytes;
    d.out = out + offset * bytes;
    CUDA_CHECK(cudaMemset(d.memory, 0xa5, d.bytes));
    CUDA_CHECK(cudaMemset(out, 0xa5, (size_t)(n + offset) * bytes + 1));
    CUDA_CHECK(cudaMemcpy(d.in, keys.host, (size_t)n * bytes, cudaMemcpyHostToDevice));
    ours(&d, &keys);
    CUDA_CHECK(cudaMemcpy(keys.host, d.out, (size_t)n * bytes, cudaMemcpyDeviceToHost));
    const int wrong = !is_sorted(&keys) || hash(&keys) != before;
    CUDA_CHECK(cudaMemcpy(keys.host, d.in, (size_t)n * bytes, cudaMemcpyDeviceToHost));
    const int changed = hash(&keys) != before;
    if (wrong || changed || runs > 0)
        printf("%10u keys of %u bits, %s, %u behind an aligned address: %s%s\n", n, 8 * bytes,
               kind_names[kind], offset, wrong ? "WRONG" : "right",
               changed ? ", and the input is CHANGED" : "");
    if (runs > 0)
        race(&d, &keys, runs);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(d.memory));
    free(keys.host);
    return wrong || changed;
}

int main(int argc, char **argv) {
    const long n = argc > 1 ? atol(argv[1]) : 100003, runs = argc > 2 ? atol(argv[2]) : 0;
    int wrong = 0, checked = 0;
    if (n < 0 || n > 0x7fffffff || runs < 0 || runs > RACE_RUNS) {
        fprintf(stderr, "usage: try [KEYS [RUNS, at most %d]]\n", RACE_RUNS);
        return 2;
    }
    for (unsigned int bytes = 1; bytes <= 4; bytes += 3)
        for (int kind = RANDOM; kind < KINDS; kind++)
            for (unsigned int offset = 0; offset < (runs > 0 ? 1u : 2u); offset++, checked++)
                wrong += check((unsigned int)n, bytes, offset, (enum kind)kind, (int)runs);
    printf("%ld keys: %d of %d answers were wrong\n", n, wrong, checked);
    return wrong > 0;
}
