// How long loads from device memory take, from one that is idle to one that gives no more.
#include "access.cuh"

#include <cmath>

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

// What loads wait where memory is busy with `percent` of its bandwidth: between the two measured next to
// that.
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

void measure_waits(const bench &b, double read_bandwidth, double mixed_bandwidth) {
    const std::vector<waits> reads = measure_series<false>(b, "read", read_bandwidth);
    const std::vector<waits> copies = measure_series<true>(b, "copy", mixed_bandwidth);
    const waits idle = *std::min_element(reads.begin(), reads.end(),
                                         [](const waits &x, const waits &y) { return x.mean < y.mean; });
    print("dram_deviation", idle.deviation, "cycles");
    print_waits("read", reads, idle.mean);
    print_waits("copy", copies, idle.mean);
}
