// Device memory and caches: what they read and write, and how long loads wait where they are busy.
#include "measure.cuh"

#include <cmath>
#include <cooperative_groups.h>

// Loads and stores in a given pattern, by any number of warps: of the device's memory or of a cache.

// What a request of a warp touches: groups of 2^group lanes side by side, the groups `stride` bytes apart.
// Requests follow each other within `size` bytes, again and again.
struct pattern {
    unsigned stride, group;
    size_t size;
};

template <bool L1> __device__ inline unsigned load(const char *at, unsigned) {
    unsigned v;
    if (L1)
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(at));
    else
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
    return v;
}
template <bool L1> __device__ inline uint4 load(const char *at, uint4) {
    uint4 v;
    if (L1)
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at));
    else
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at));
    return v;
}
__device__ inline unsigned first(unsigned v) { return v; }
__device__ inline unsigned first(uint4 v) { return v.x; }
__device__ inline unsigned mix(unsigned v, unsigned by, unsigned sum) { return v * by + sum; }
__device__ inline unsigned mix(uint4 v, unsigned by, unsigned sum) {
    return (((v.x * by + v.y) * by + v.z) * by + v.w) * by + sum;
}

template <int COUNT, class T> __device__ inline unsigned exclusive_or(const T *v) {
    unsigned all = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        all ^= mix(v[k], 1, 0);
    return all;
}

// Uses each value with something of all others. So all loads are under way before any is waited for, which
// compilers change to save registers where they can.
template <int COUNT, class T> __device__ inline unsigned use(const T *v, unsigned sum) {
    unsigned all = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        all ^= first(v[k]);
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        sum = mix(v[k], all, sum);
    return sum;
}

__device__ inline void store(char *at, unsigned v, unsigned) {
    asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(v) : "memory");
}
__device__ inline void store(char *at, unsigned v, uint4) {
    asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(v) : "memory");
}

__device__ inline size_t lane_offset(const pattern &p, size_t width) {
    unsigned lane = threadIdx.x % WARP;
    return (lane >> p.group) * p.stride + (lane & ((1u << p.group) - 1)) * width;
}

// `rounds` times COUNT loads of type T, the next request REQUEST bytes behind the last. AHEAD: all of them
// are under way at a time.
template <class T, int COUNT, int REQUEST, bool L1, bool AHEAD>
__global__ void __launch_bounds__(1024)
    load_kernel(const char *base, pattern p, size_t step, int rounds, unsigned *sink, long long *cycles) {
    const char *mine = base + lane_offset(p, sizeof(T));
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    size_t at = warp * (COUNT * REQUEST) % p.size;
    unsigned sum = 0;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        decltype(load<L1>(mine, T())) v[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            v[k] = load<L1>(mine + at + k * REQUEST, T());
        sum = AHEAD ? use<COUNT>(v, sum) : sum ^ exclusive_or<COUNT>(v);
        at += step;
        at -= at >= p.size ? p.size : 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
    if (sum == 1)
        *sink = sum;
}

template <class T, int COUNT, int REQUEST>
__global__ void __launch_bounds__(1024)
    store_kernel(char *base, pattern p, size_t step, int rounds, long long *cycles) {
    char *mine = base + lane_offset(p, sizeof(T));
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    size_t at = warp * (COUNT * REQUEST) % p.size;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            store(mine + at + k * REQUEST, (unsigned)r, T());
        at += step;
        at -= at >= p.size ? p.size : 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
}

// Device memory and L2, with all multiprocessors at work.
namespace device {

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

} // namespace device

void measure_device_memory(const bench &b) {
    using namespace device;
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

// How long loads from device memory take, from one that is idle to one that gives no more.
namespace busy {

enum { BLOCK = 64 };

// What loads took, and how much of what memory gives they and the stores behind them got.
struct waits {
    double busy, mean, deviation;
};

// A warp goes on when it has what it loads: a line of 128 bytes that is timed, and BESIDE others at the same
// time. With COPIES it stores that. Cycles of the first and their squares are summed.
template <int BESIDE, bool COPIES>
static __global__ void __launch_bounds__(BLOCK)
    wait_kernel(const char *from, char *to, int rounds, unsigned long long *sums) {
    __shared__ volatile unsigned there[BLOCK];
    const size_t all = (size_t)gridDim.x * BLOCK * sizeof(unsigned);
    size_t at = ((size_t)blockIdx.x * BLOCK + threadIdx.x) * sizeof(unsigned);
    unsigned long long sum = 0, squares = 0;
#pragma unroll 1
    for (int r = 0; r < rounds; r++, at += (1 + BESIDE) * all) {
        unsigned v[1 + BESIDE];
        const unsigned begin = (unsigned)clock();
#pragma unroll
        for (int k = 0; k <= BESIDE; k++)
            v[k] = load<false>(from + at + k * all, 0u);
        there[threadIdx.x] = v[0];
        const unsigned taken = (unsigned)clock() - begin;
        there[threadIdx.x] = exclusive_or<1 + BESIDE>(v);
#pragma unroll
        for (int k = 0; COPIES && k <= BESIDE; k++)
            store(to + at + k * all, v[k], 0u);
        sum += taken;
        squares += (unsigned long long)taken * taken;
    }
    if (threadIdx.x % WARP == 0) {
        atomicAdd(&sums[0], sum);
        atomicAdd(&sums[1], squares);
    }
}

// Each run loads what the one before has not loaded. @param bandwidth what memory gives
template <int BESIDE, bool COPIES> static waits measure(const bench &b, unsigned blocks, double bandwidth) {
    unsigned long long *sums = (unsigned long long *)b.cycles, result[2];
    const size_t round = (size_t)blocks * BLOCK * sizeof(unsigned) * (1 + BESIDE);
    const int rounds = (int)std::min<size_t>(4096, BYTES / round);
    size_t part = 0;
    const double seconds = median_seconds(
        [&] { wait_kernel<BESIDE, COPIES><<<blocks, BLOCK>>>(b.from + part, b.to + part, rounds, sums); },
        [&] {
            const size_t next = part + round * rounds;
            part = next + round * rounds <= BYTES ? next : 0;
            require(cudaMemset(sums, 0, sizeof result));
        });
    require(cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost));
    const double loads = (double)rounds * blocks * BLOCK / WARP, mean = (double)result[0] / loads;
    const double bytes = (COPIES ? 2.0 : 1.0) * (double)round * rounds;
    return {bytes / seconds / bandwidth, mean, std::sqrt((double)result[1] / loads - mean * mean)};
}

// The wait of loads while memory is busy with `percent` of its bandwidth: interpolated between the two
// nearest measurements.
static double wait_at(const std::vector<waits> &series, double idle, double percent) {
    size_t i = 1;
    while (i + 1 < series.size() && 100 * series[i].busy < percent)
        i++;
    const waits &low = series[i - 1], &high = series[i];
    const double part = (percent / 100 - low.busy) / (high.busy - low.busy);
    return std::max(0.0, low.mean + part * (high.mean - low.mean) - idle);
}

template <int BESIDE, bool COPIES>
static void add(const bench &b, const char *name, double bandwidth, std::vector<unsigned> warps,
                std::vector<waits> &series) {
    for (unsigned each : warps) {
        series.push_back(measure<BESIDE, COPIES>(b, b.multiprocessors * each * WARP / BLOCK, bandwidth));
        note("%s, %u warps with %d loads of 4 bytes: %.1f %% of the bandwidth, %.0f cycles, deviation %.0f",
             name, each, 1 + BESIDE, 100 * series.back().busy, series.back().mean, series.back().deviation);
    }
}

template <bool COPIES>
static std::vector<waits> measure_series(const bench &b, const char *name, double bandwidth) {
    std::vector<waits> series;
    add<0, COPIES>(b, name, bandwidth, {4, 8, 16, 24, 32, 40, 48, 56, 64}, series);
    add<1, COPIES>(b, name, bandwidth, {40, 48, 56, 64}, series);
    add<3, COPIES>(b, name, bandwidth, {32, 40, 48, 64}, series);
    std::sort(series.begin(), series.end(), [](const waits &x, const waits &y) { return x.busy < y.busy; });
    return series;
}

static void print_waits(const char *name, const std::vector<waits> &series, double idle) {
    for (int percent : {25, 50, 75, 90}) {
        print(std::string(name) + "_wait_" + std::to_string(percent), wait_at(series, idle, percent),
              "cycles");
    }
}

} // namespace busy

void measure_waits(const bench &b, double read_bandwidth, double mixed_bandwidth) {
    using namespace busy;
    const std::vector<waits> reads = measure_series<false>(b, "read", read_bandwidth);
    const std::vector<waits> copies = measure_series<true>(b, "copy", mixed_bandwidth);
    const waits idle = *std::min_element(reads.begin(), reads.end(),
                                         [](const waits &x, const waits &y) { return x.mean < y.mean; });
    print("dram_deviation", idle.deviation, "cycles");
    print_waits("read", reads, idle.mean);
    print_waits("copy", copies, idle.mean);
}

// What one multiprocessor reads and writes: one block of up to 32 warps, nothing else on the device.
namespace multiprocessor {

enum { BLOCK = 1024, WARPS = BLOCK / WARP };

// Requests a cycle that hit a cache: `rounds` of them are enough to forget the first.
template <class T, int REQUEST, bool L1, int count = 8> static double hits(const bench &b, const pattern &p) {
    const int rounds = 256;
    double cycles = median_cycles(b, [&] {
        load_kernel<T, count, REQUEST, L1, false>
            <<<1, BLOCK>>>(b.from, p, (size_t)WARPS * count * REQUEST % p.size, rounds, b.sink, b.cycles);
    });
    return (double)rounds * WARPS * count / cycles;
}

template <class T, int REQUEST> static double stores(const bench &b, const pattern &p) {
    const int rounds = 256, count = 8;
    double cycles = median_cycles(b, [&] {
        store_kernel<T, count, REQUEST>
            <<<1, BLOCK>>>(b.to, p, (size_t)WARPS * count * REQUEST % p.size, rounds, b.cycles);
    });
    return (double)rounds * WARPS * count / cycles;
}

// Half-way between L1 and L2, in steps of 8 KiB.
static double l1_effective_bytes(const bench &b) {
    const double middle = (l1_latency(b, 4 * KIB) + l2_latency(b)) / 2;
    double last = 0;
    for (size_t footprint = 8 * KIB; footprint <= 512 * KIB; footprint += 8 * KIB) {
        double latency = l1_latency(b, footprint);
        if (footprint % (32 * KIB) == 0)
            note("%zu KiB in random order: %.0f cycles a load", footprint / KIB, latency);
        if (latency >= middle)
            return (double)footprint - 8 * KIB * (latency - middle) / (latency - last);
        last = latency;
    }
    return 512 * KIB;
}

} // namespace multiprocessor

void measure_multiprocessor(const bench &b) {
    using namespace multiprocessor;
    const size_t size = 32 * KIB;
    std::printf("\n# One multiprocessor\n");
    print("l2_bytes_per_cycle", 512 * hits<uint4, 512, false>(b, {16, 0, MIB}), "B/cycle");
    print("l1_effective_bytes", l1_effective_bytes(b) / KIB, "KiB");
    print("l1_requests_per_cycle", hits<unsigned, 128, true, 16>(b, {4, 0, size}), "/cycle");
    print("l1_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {128, 0, size}), "/cycle");
    print("l1_spread_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {132, 0, size}), "/cycle");
    print("store_sectors_per_cycle", WARP * stores<unsigned, 1024>(b, {32, 0, MIB}), "/cycle");
    print("store_bytes_per_cycle", 512 * stores<uint4, 512>(b, {16, 0, MIB}), "B/cycle");
}
