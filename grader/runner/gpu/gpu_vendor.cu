// The vendor's library (CUB, of the CUDA Toolkit) behind the launchers' signatures, to be timed beside them.
//
// d_scratch is its working memory. If that is too small nothing runs, and the outputs are wrong.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "gpu.h"

// The size of every launcher's scratch.
static size_t scratch_bytes(int n) { return ((size_t)n + 4096) * sizeof(int); }

// Unsigned, so that sums wrap.
static void vendor_sum(const unsigned *d_in, unsigned *d_out, unsigned *d_scratch, int n) {
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, d_in, d_out, n);
    if (bytes <= scratch_bytes(n))
        cub::DeviceReduce::Sum(d_scratch, bytes, d_in, d_out, n);
}

static void vendor_scan(const unsigned *d_in, unsigned *d_out, unsigned *d_scratch, int n) {
    size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, d_in, d_out, n);
    if (bytes <= scratch_bytes(n))
        cub::DeviceScan::ExclusiveSum(d_scratch, bytes, d_in, d_out, n);
}

static void vendor_histogram(const unsigned char *d_in, unsigned *d_bins, unsigned *d_scratch, int n) {
    const int levels = 257, lowest = 0, end = 256;
    size_t bytes = 0;
    cub::DeviceHistogram::HistogramEven(nullptr, bytes, d_in, d_bins, levels, lowest, end, n);
    if (bytes <= scratch_bytes(n))
        cub::DeviceHistogram::HistogramEven(d_scratch, bytes, d_in, d_bins, levels, lowest, end, n);
}

void (*gpu_vendor(uint32_t routine))(void) {
    switch (routine) {
    case VENDOR_SUM:
        return (void (*)(void))vendor_sum;
    case VENDOR_EXCLUSIVE_SCAN:
        return (void (*)(void))vendor_scan;
    case VENDOR_HISTOGRAM:
        return (void (*)(void))vendor_histogram;
    default:
        return nullptr;
    }
}
