// The labs' points of comparison: a copy, and CUB and Thrust of the installed CUDA Toolkit. C++ because they
// are.
//
// CUB is given its working memory; Thrust allocates its own within the measured time, as in normal
// use.
#include "vendor.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

typedef unsigned int uint;
typedef unsigned char byte;

static const int BINS = 256;
static const size_t ALIGN = 256;

static size_t aligned(size_t bytes) { return (bytes + ALIGN - 1) / ALIGN * ALIGN; }

static size_t no_memory(int) { return 0; }

static void copy_ints(const void *d_in, void *d_out, void *, size_t, int n) {
    cudaMemcpyAsync(d_out, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice);
}

// Sixteen bytes per thread and pass.
__global__ void copy_kernel(const uint4 *from, uint4 *to, uint count) {
    for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = from[i];
}

static void copy_by_kernel(const void *d_in, void *d_out, void *, size_t, int n) {
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    copy_kernel<<<8 * multiprocessors, 256>>>((const uint4 *)d_in, (uint4 *)d_out, n / 4);
    if (n % 4 > 0)
        cudaMemcpyAsync((int *)d_out + n / 4 * 4, (const int *)d_in + n / 4 * 4, n % 4 * sizeof(int),
                        cudaMemcpyDeviceToDevice);
}

// CUB's routines are called twice: without memory they return the size they need.
static size_t cub_sum_memory(int n) {
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, (const uint *)nullptr, (uint *)nullptr, n);
    return bytes;
}

static void cub_sum(const void *d_in, void *d_out, void *memory, size_t bytes, int n) {
    cub::DeviceReduce::Sum(memory, bytes, (const uint *)d_in, (uint *)d_out, n);
}

static size_t cub_exclusive_memory(int n) {
    size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, (const uint *)nullptr, (uint *)nullptr, n);
    return bytes;
}

static void cub_exclusive(const void *d_in, void *d_out, void *memory, size_t bytes, int n) {
    cub::DeviceScan::ExclusiveSum(memory, bytes, (const uint *)d_in, (uint *)d_out, n);
}

static size_t cub_inclusive_memory(int n) {
    size_t bytes = 0;
    cub::DeviceScan::InclusiveSum(nullptr, bytes, (const uint *)nullptr, (uint *)nullptr, n);
    return bytes;
}

static void cub_inclusive(const void *d_in, void *d_out, void *memory, size_t bytes, int n) {
    cub::DeviceScan::InclusiveSum(memory, bytes, (const uint *)d_in, (uint *)d_out, n);
}

static size_t cub_histogram_memory(int n) {
    size_t bytes = 0;
    cub::DeviceHistogram::HistogramEven(nullptr, bytes, (const byte *)nullptr, (uint *)nullptr, BINS + 1, 0,
                                        BINS, n);
    return bytes;
}

static void cub_histogram(const void *d_in, void *d_out, void *memory, size_t bytes, int n) {
    cub::DeviceHistogram::HistogramEven(memory, bytes, (const byte *)d_in, (uint *)d_out, BINS + 1, 0, BINS,
                                        n);
}

// The results of a sort and a reduce by key: the distinct values, their counts, and how many there are.
struct runs {
    byte values[BINS];
    uint lengths[BINS];
    int count;
};

// One run per thread.
__global__ void bins_of_runs(const struct runs *runs, int count, uint *bins) {
    bins[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < (count >= 0 ? count : runs->count))
        bins[runs->values[threadIdx.x]] = runs->lengths[threadIdx.x];
}

static size_t cub_sort_memory(int n) {
    size_t sort = 0, encode = 0;
    cub::DeviceRadixSort::SortKeys(nullptr, sort, (const byte *)nullptr, (byte *)nullptr, n);
    cub::DeviceRunLengthEncode::Encode(nullptr, encode, (const byte *)nullptr, (byte *)nullptr,
                                       (uint *)nullptr, (int *)nullptr, n);
    return aligned(sizeof(struct runs)) + aligned(n) + (sort > encode ? sort : encode);
}

static void cub_sort(const void *d_in, void *d_out, void *memory, size_t bytes, int n) {
    struct runs *runs = (struct runs *)memory;
    byte *sorted = (byte *)memory + aligned(sizeof *runs), *rest = sorted + aligned(n);
    size_t left = bytes - (rest - (byte *)memory);
    cub::DeviceRadixSort::SortKeys(rest, left, (const byte *)d_in, sorted, n);
    cub::DeviceRunLengthEncode::Encode(rest, left, sorted, runs->values, runs->lengths, &runs->count, n);
    bins_of_runs<<<1, BINS>>>(runs, -1, (uint *)d_out);
}

static void thrust_sum(const void *d_in, void *d_out, void *, size_t, int n) {
    thrust::device_ptr<const uint> in((const uint *)d_in);
    const uint sum = thrust::reduce(in, in + n, 0u);
    cudaMemcpyAsync(d_out, &sum, sizeof sum, cudaMemcpyHostToDevice);
}

static void thrust_exclusive(const void *d_in, void *d_out, void *, size_t, int n) {
    thrust::device_ptr<const uint> in((const uint *)d_in);
    thrust::exclusive_scan(in, in + n, thrust::device_ptr<uint>((uint *)d_out));
}

// It sorts in place, so the input is copied first.
static size_t thrust_sort_memory(int n) { return aligned(sizeof(struct runs)) + n; }

static void thrust_sort(const void *d_in, void *d_out, void *memory, size_t, int n) {
    struct runs *runs = (struct runs *)memory;
    byte *copy = (byte *)memory + aligned(sizeof *runs);
    cudaMemcpyAsync(copy, d_in, n, cudaMemcpyDeviceToDevice);
    thrust::device_ptr<byte> keys(copy), values(runs->values);
    thrust::device_ptr<uint> lengths(runs->lengths);
    thrust::sort(keys, keys + n);
    auto ends = thrust::reduce_by_key(keys, keys + n, thrust::make_constant_iterator(1u), values, lengths);
    bins_of_runs<<<1, BINS>>>(runs, (int)(ends.first - values), (uint *)d_out);
}

const struct vendor vendors[] = {
    {"copy", "cudaMemcpyAsync, device to device", "copy_grid_stride", no_memory, copy_ints},
    {"copy", "kernel, 16 bytes a load", "copy_grid_stride", no_memory, copy_by_kernel},
    {"CUB", "DeviceReduce::Sum", "challenge_reduce", cub_sum_memory, cub_sum},
    {"CUB", "DeviceScan::ExclusiveSum", "challenge_scan", cub_exclusive_memory, cub_exclusive},
    {"CUB", "DeviceScan::InclusiveSum", "scan_hillis_steele", cub_inclusive_memory, cub_inclusive},
    {"CUB", "DeviceHistogram::HistogramEven", "challenge_histogram", cub_histogram_memory, cub_histogram},
    {"CUB", "DeviceRadixSort, DeviceRunLengthEncode", "histogram_sort_reduce", cub_sort_memory, cub_sort},
    {"Thrust", "reduce", "challenge_reduce", no_memory, thrust_sum},
    {"Thrust", "exclusive_scan", "challenge_scan", no_memory, thrust_exclusive},
    {"Thrust", "sort, reduce_by_key", "histogram_sort_reduce", thrust_sort_memory, thrust_sort},
    {},
};
