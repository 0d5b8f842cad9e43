// Clock, the start of blocks, and blocks that wait for each other.
#include "measure.cuh"

static __device__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

// All multiprocessors multiply for `duration` nanoseconds; the first block says how many cycles and how long.
static __global__ void clock_kernel(unsigned long long duration, unsigned *sink, long long *cycles) {
    unsigned long long begin = nanoseconds(), now = begin;
    long long from = clock64();
    float x = (float)threadIdx.x, y = 1.5f;
    while (now - begin < duration) {
        for (int i = 0; i < 4096; i++)
            x = x * y + 0.5f;
        now = nanoseconds();
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        cycles[0] = clock64() - from;
        cycles[1] = (long long)(now - begin);
    }
    if (x == 1)
        *sink = 1;
}

double measure_clock(const bench &b) {
    std::vector<double> hertz;
    for (int i = 0; i < 5; i++) {
        long long result[2];
        clock_kernel<<<b.multiprocessors, 1024>>>(50000000, b.sink, b.cycles);
        require(cudaMemcpy(result, b.cycles, sizeof result, cudaMemcpyDeviceToHost));
        hertz.push_back(1e9 * (double)result[0] / (double)result[1]);
    }
    std::printf("\n# Clock\n");
    print("busy_clock_hz", median(hertz) * 1e-6, "MHz");
    return median(hertz);
}

static __global__ void empty_kernel(unsigned *out) {
    if (blockIdx.x == 0xffffffff)
        *out = 1;
}

static double block_rate(const bench &b, unsigned blocks, unsigned threads) {
    return blocks / median_seconds([&] { empty_kernel<<<blocks, threads>>>(b.sink); });
}

struct stay {
    long long begin, end;
    unsigned multiprocessor;
};

// Each block takes a multiprocessor for itself, by its shared memory, and writes when it was there.
static __global__ void stay_kernel(stay *stays) {
    const long long begin = clock64();
    while (clock64() - begin < 3000) {
    }
    unsigned multiprocessor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    if (threadIdx.x == 0)
        stays[blockIdx.x] = {begin, clock64(), multiprocessor};
}

static double median_gap(std::vector<stay> &stays) {
    std::vector<double> gaps;
    std::sort(stays.begin(), stays.end(), [](const stay &a, const stay &b) {
        return a.multiprocessor != b.multiprocessor ? a.multiprocessor < b.multiprocessor : a.begin < b.begin;
    });
    for (size_t i = 1; i < stays.size(); i++) {
        if (stays[i].multiprocessor == stays[i - 1].multiprocessor)
            gaps.push_back((double)(stays[i].begin - stays[i - 1].end));
    }
    return gaps.empty() ? 0 : median(gaps);
}

static double block_start_cycles(const bench &b, unsigned threads) {
    std::vector<stay> stays(16 * b.multiprocessors);
    int most = 0;
    require(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    require(cudaFuncSetAttribute(stay_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    for (int run = 0; run < 2; run++) {
        stay_kernel<<<(unsigned)stays.size(), threads, (size_t)most>>>((stay *)b.to);
        require(cudaMemcpy(stays.data(), b.to, stays.size() * sizeof(stay), cudaMemcpyDeviceToHost));
    }
    return median_gap(stays);
}

// Each block waits for the flag of the one before it, in the order in which they began, then sets its own.
static __global__ void relay_kernel(unsigned *ticket, volatile unsigned *flags) {
    if (threadIdx.x > 0)
        return;
    const unsigned mine = atomicAdd(ticket, 1);
    while (mine > 0 && flags[(mine - 1) * WARP] == 0) {
    }
    __threadfence();
    flags[mine * WARP] = 1;
}

static double flag_latency(const bench &b, unsigned blocks, unsigned threads) {
    unsigned *ticket = (unsigned *)b.to, *flags = ticket + WARP;
    return median_seconds([&] { relay_kernel<<<blocks, threads>>>(ticket, flags); },
                          [&] { require(cudaMemset(b.to, 0, (size_t)(blocks + 1) * LINE)); }) /
           blocks;
}

void measure_blocks(const bench &b) {
    std::printf("\n# Blocks\n");
    print("block_rate", block_rate(b, 1 << 22, 1) * 1e-6, "M/s");
    print("wide_block_rate", block_rate(b, 1 << 20, 1024) * 1e-6, "M/s");
    print("block_start_cycles", block_start_cycles(b, 256), "cycles");
    note("a block's start behind another one's end, with 32 and 1024 threads: %.0f and %.0f cycles",
         block_start_cycles(b, 32), block_start_cycles(b, 1024));
    print("flag_latency", flag_latency(b, 4096, 1024) * 1e9, "ns");
    note("a flag from block to block, with 32 and 256 threads in each: %.0f and %.0f ns",
         flag_latency(b, 4096, 32) * 1e9, flag_latency(b, 4096, 256) * 1e9);
}
