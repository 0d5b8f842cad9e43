// Device memory and L2, with all multiprocessors at work.
#include "access.cuh"

#include <cooperative_groups.h>

enum { BLOCK = 512, BLOCKS_EACH = 2, COUNT = 8 };

// What a kernel walks over, arrays of BYTES or less again and again, so that its launch does not count.
static const size_t TOTAL = 4 * BYTES;

static unsigned warps_of(const bench &b) { return b.multiprocessors * BLOCKS_EACH * BLOCK / WARP; }

// Requests a second.
template <class T, int REQUEST> static double loads(const bench &b, const pattern &p) {
    size_t step = (size_t)warps_of(b) * COUNT * REQUEST;
    int rounds = (int)std::max<size_t>(1, TOTAL / step);
    double seconds = median_seconds([&] {
        load_kernel<T, COUNT, REQUEST, false, true>
            <<<b.multiprocessors * BLOCKS_EACH, BLOCK>>>(b.from, p, step % p.size, rounds, b.sink, b.cycles);
    });
    return (double)rounds * warps_of(b) * COUNT / seconds;
}

template <class T, int REQUEST> static double stores(const bench &b, const pattern &p) {
    size_t step = (size_t)warps_of(b) * COUNT * REQUEST;
    int rounds = (int)std::max<size_t>(1, TOTAL / step);
    double seconds = median_seconds([&] {
        store_kernel<T, COUNT, REQUEST>
            <<<b.multiprocessors * BLOCKS_EACH, BLOCK>>>(b.to, p, step % p.size, rounds, b.cycles);
    });
    return (double)rounds * warps_of(b) * COUNT / seconds;
}

static __global__ void copy_kernel(const char *from, char *to, int rounds) {
    size_t all = (size_t)gridDim.x * blockDim.x, i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++, i += 4 * all) {
        uint4 v[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = ((const uint4 *)from)[i + k * all];
#pragma unroll
        for (int k = 0; k < 4; k++)
            ((uint4 *)to)[i + k * all] = v[k];
    }
}

static double mixed_bandwidth(const bench &b) {
    const size_t round = 4 * sizeof(uint4) * b.multiprocessors * 4 * BLOCK;
    const int rounds = (int)(BYTES / round);
    return 2.0 * (double)(rounds * round) /
           median_seconds([&] { copy_kernel<<<b.multiprocessors * 4, BLOCK>>>(b.from, b.to, rounds); });
}

// Bytes a second of `footprint` bytes, by warps that do not wait for each other.
static double read_again(const bench &b, size_t footprint) {
    return WARP * sizeof(uint4) * loads<uint4, 512>(b, {16, 0, footprint});
}

// All blocks read an array from its beginning to its end, then wait for each other and begin again, each with
// another block's part.
static __global__ void passes_kernel(const char *from, size_t count, int passes, unsigned *sink) {
    const size_t all = (size_t)gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (int pass = 0; pass < passes; pass++) {
        const size_t block = (blockIdx.x + (unsigned)pass * 37) % gridDim.x;
        for (size_t i = block * blockDim.x + threadIdx.x; i < count; i += 4 * all) {
            uint4 v[4];
#pragma unroll
            for (size_t k = 0; k < 4; k++)
                v[k] = i + k * all < count ? load<false>(from + (i + k * all) * sizeof(uint4), uint4())
                                           : uint4();
            sum = use<4>(v, sum);
        }
        cooperative_groups::this_grid().sync();
    }
    if (sum == 1)
        *sink = sum;
}

// Seconds of a pass: the mean of three places, for which slices an array falls on depends on its addresses.
static double pass_seconds(const bench &b, size_t footprint) {
    double sum = 0;
    for (size_t place = 0; place < 3; place++) {
        const char *from = b.from + place * (BYTES / 3 / MIB) * MIB;
        size_t count = footprint / sizeof(uint4);
        int passes = 20;
        unsigned *sink = b.sink;
        void *arguments[] = {&from, &count, &passes, &sink};
        sum += median_seconds([&] {
                   require(cudaLaunchCooperativeKernel((const void *)passes_kernel,
                                                       dim3(b.multiprocessors * BLOCKS_EACH), dim3(BLOCK),
                                                       arguments, 0, 0));
               }) /
               passes;
    }
    return sum / 3;
}

// The footprint of which half the bytes are hits. Two that fit say how long a byte takes that hits, and how
// long a pass beyond its bytes; `miss` is the bandwidth of those that do not.
static double l2_effective_bytes(const bench &b, double miss) {
    const double eighth = (double)(b.l2_bytes / 8), first = pass_seconds(b, b.l2_bytes / 8);
    const double hit = (pass_seconds(b, b.l2_bytes / 4) - first) / eighth, pass = first - eighth * hit;
    double last = eighth, last_hits = 1, result = 0;
    for (int eighths = 2; eighths <= 20; eighths++) {
        double footprint = eighth * eighths, seconds = pass_seconds(b, (size_t)footprint) - pass;
        double hits = 1 - (seconds / footprint - hit) / (1 / miss - hit);
        note("%.1f MiB read again and again: %.0f GB/s, so %.2f of it hits", footprint / MIB,
             1e-9 * footprint / seconds, std::min(1.0, std::max(0.0, hits)));
        if (result == 0 && hits < 0.5)
            result = footprint - (footprint - last) * (0.5 - hits) / (last_hits - hits);
        last = footprint;
        last_hits = hits;
    }
    return result > 0 ? result : (double)b.l2_bytes;
}

// Each request writes a sector of each of several lines, all of it or a word.
static void measure_lone_sectors(const bench &b, size_t inside) {
    const double whole = 4 * stores<unsigned, 4 * LINE>(b, {LINE, 3, inside});
    const double partial = WARP * stores<unsigned, WARP * LINE>(b, {LINE, 0, inside});
    print("l2_write_sector_rate", whole * 1e-9, "G/s");
    print("l2_write_partial_rate", partial * 1e-9, "G/s");
}

void measure_device_memory(const bench &b) {
    const double copy = 2.0 * BYTES / median_seconds([&] {
                            require(cudaMemcpyAsync(b.to, b.from, BYTES, cudaMemcpyDeviceToDevice));
                        });
    const double read = WARP * sizeof(uint4) * loads<uint4, 512>(b, {16, 0, BYTES});
    const double write = WARP * sizeof(uint4) * stores<uint4, 512>(b, {16, 0, BYTES});
    const double mixed = mixed_bandwidth(b);
    std::printf("\n# Device memory\n");
    print("copy_bandwidth", copy * 1e-9, "GB/s");
    print("read_bandwidth", read * 1e-9, "GB/s");
    print("write_bandwidth", write * 1e-9, "GB/s");
    print("mixed_bandwidth", mixed * 1e-9, "GB/s");
    measure_waits(b, read, mixed);
    std::printf("\n# Second-level cache\n");
    const size_t inside = b.l2_bytes / 4 / (64 * KIB) * (64 * KIB);
    const double hit = read_again(b, inside);
    print("l2_read_bandwidth", hit * 1e-9, "GB/s");
    print("l2_read_sector_rate", 1e-9 * WARP * loads<unsigned, WARP * LINE>(b, {LINE, 0, inside}), "G/s");
    print("l2_write_bandwidth", WARP * sizeof(uint4) * stores<uint4, 512>(b, {16, 0, inside}) * 1e-9, "GB/s");
    measure_lone_sectors(b, inside);
    print("l2_effective_bytes", l2_effective_bytes(b, read) / MIB, "MiB");
}
