// Clock, blocks, launches, and what else the host asks of a device.
#include "measure.cuh"

#include <chrono>

// Clock, the start of blocks, and blocks that wait for each other.
namespace blocks {

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

} // namespace blocks

double measure_clock(const bench &b) {
    using namespace blocks;
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

namespace blocks {

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

} // namespace blocks

void measure_blocks(const bench &b) {
    using namespace blocks;
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

// Launches, and what else the host asks of a device.
namespace launches {

enum { TIMES = 500 };

static __global__ void empty_kernel() {}

static __global__ void delay_kernel(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

// Seconds from one `run` to the next, of many that nothing waits for.
template <class Run> static double period(Run run) {
    return median_seconds([&] {
               for (int i = 0; i < TIMES; i++)
                   run();
           }) /
           TIMES;
}

// Seconds of the host.
template <class Run, class After> static double host_seconds(Run run, After after, int runs = 51) {
    std::vector<double> seconds;
    for (int i = -2; i < runs; i++) {
        auto begin = std::chrono::steady_clock::now();
        run();
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        after();
        if (i >= 0)
            seconds.push_back(taken.count());
    }
    return median(seconds);
}

// A kernel that takes so long, many times: the host is ahead, and what is left is between two of them.
template <class Between> static double gap(const bench &b, double microseconds, Between between) {
    const long long cycles = (long long)(microseconds * 1e-6 * b.clock_hz);
    return period([&] {
               delay_kernel<<<1, WARP>>>(cycles);
               between();
           }) -
           (double)cycles / b.clock_hz;
}

static double launch_gap(const bench &b) {
    return gap(b, 20, [] {});
}

static void CUDART_CB do_nothing(void *) {}

// The thread of the host that runs it falls asleep behind a long kernel.
static double host_function_time(const bench &b) {
    return gap(b, 5, [] { require(cudaLaunchHostFunc(0, do_nothing, nullptr)); });
}

static void measure_calls(const bench &b) {
    print("memset_time", 1e6 * period([&] { require(cudaMemsetAsync(b.to, 0, 4 * KIB)); }), "us");
    print("device_copy_time",
          1e6 * period([&] { require(cudaMemcpyAsync(b.to, b.from, 4 * KIB, cudaMemcpyDeviceToDevice)); }),
          "us");
    require(cudaDeviceSynchronize());
    print("synchronize_time",
          1e6 * host_seconds(
                    [] {
                        empty_kernel<<<1, WARP>>>();
                        require(cudaDeviceSynchronize());
                    },
                    [] {}),
          "us");
}

// Seconds of cudaMalloc and of its cudaFree.
struct allocation {
    double allocate, release;
};

static allocation allocation_of(size_t bytes, int runs = 31) {
    void *memory = nullptr;
    const auto allocate = [&] { require(cudaMalloc(&memory, bytes)); };
    const auto release = [&] { require(cudaFree(memory)); };
    const double allocated = host_seconds(allocate, release, runs);
    allocate();
    const double released = host_seconds(release, allocate, runs);
    release();
    return {allocated, released};
}

// Of small allocations that all stay, one in so many has a piece of memory mapped, and takes ten times as
// long as the others.
static size_t granularity() {
    const size_t small = 64 * KIB;
    std::vector<void *> kept(512);
    std::vector<double> seconds;
    for (void *&memory : kept) {
        const auto begin = std::chrono::steady_clock::now();
        require(cudaMalloc(&memory, small));
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    for (void *memory : kept)
        require(cudaFree(memory));
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    const double long_one =
        sorted[sorted.size() - sorted.size() / 64] / 2; // the host's own interruptions are rarer
    std::vector<double> apart;
    size_t last = 0;
    for (size_t i = 0; i < seconds.size(); i++)
        if (seconds[i] > long_one) {
            apart.push_back((double)(i - last));
            last = i;
        }
    return small * (size_t)median(apart);
}

// What is freed in a stream stays in the pool until the host waits.
static double pool_allocate_time(size_t bytes) {
    void *memory = nullptr;
    return host_seconds([&] { require(cudaMallocAsync(&memory, bytes, 0)); },
                        [&] {
                            require(cudaFreeAsync(memory, 0));
                            require(cudaDeviceSynchronize());
                        });
}

static void measure_registration() {
    std::vector<char> numbers(64 * MIB, 1);
    const auto pin = [&] { require(cudaHostRegister(numbers.data(), 8 * KIB, 0)); };
    const auto unpin = [&] { require(cudaHostUnregister(numbers.data())); };
    print("register_time", 1e6 * host_seconds(pin, unpin), "us");
    pin();
    print("unregister_time", 1e6 * host_seconds(unpin, pin), "us");
    unpin();
}

// A small allocation stays, so that others find room beside it.
static void measure_allocations() {
    const size_t small = 4 * KIB, large = BYTES;
    void *kept = nullptr;
    require(cudaMalloc(&kept, small));
    const allocation beside = allocation_of(small, 101);
    const size_t piece = granularity();
    const allocation mapped = allocation_of(piece, 101), much = allocation_of(large);
    print("allocation_granularity", (double)piece / MIB, "MiB");
    print("allocate_time", 1e6 * mapped.allocate, "us");
    print("free_time", 1e6 * mapped.release, "us");
    print("allocate_bandwidth", 1e-9 * (large - piece) / (much.allocate - mapped.allocate), "GB/s");
    print("free_bandwidth", 1e-9 * (large - piece) / (much.release - mapped.release), "GB/s");
    print("small_allocate_time", 1e6 * beside.allocate, "us");
    print("small_free_time", 1e6 * beside.release, "us");
    void *pinned = nullptr;
    const auto pin = [&] { require(cudaMallocHost(&pinned, small)); };
    const auto unpin = [&] { require(cudaFreeHost(pinned)); };
    print("pinned_allocate_time", 1e6 * host_seconds(pin, unpin, 31), "us");
    pin();
    print("pinned_free_time", 1e6 * host_seconds(unpin, pin, 31), "us");
    unpin();
    print("pool_allocate_time", 1e6 * pool_allocate_time(small), "us");
    require(cudaFree(kept));
}

} // namespace launches

void measure_launches(const bench &b) {
    using namespace launches;
    std::printf("\n# Launches and other calls\n");
    print("launch_time", 1e6 * median_seconds([] { empty_kernel<<<1, WARP>>>(); }, [] {}, 201), "us");
    print("launch_period", 1e6 * period([] { empty_kernel<<<1, WARP>>>(); }), "us");
    print("launch_gap", 1e6 * std::max(0.0, launch_gap(b)), "us");
    measure_calls(b);
    measure_allocations();
    measure_registration();
    print("host_function_time", 1e6 * host_function_time(b), "us");
}

namespace launches {

static double copy_seconds(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return host_seconds([&] { require(cudaMemcpy(to, from, bytes, kind)); }, [] {}, bytes > KIB ? 11 : 101);
}

static void measure_copies_of(const bench &b, const std::string &prefix, void *host) {
    const size_t large = 64 * MIB;
    const cudaMemcpyKind in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;
    print(prefix + "to_device_bandwidth", 1e-9 * large / copy_seconds(b.to, host, large, in), "GB/s");
    print(prefix + "to_device_time", 1e6 * copy_seconds(b.to, host, 4, in), "us");
    print(prefix + "to_host_bandwidth", 1e-9 * large / copy_seconds(host, b.from, large, out), "GB/s");
    print(prefix + "to_host_time", 1e6 * copy_seconds(host, b.from, 4, out), "us");
}

} // namespace launches

void measure_copies(const bench &b) {
    using namespace launches;
    std::vector<char> pageable(64 * MIB, 1);
    void *pinned = nullptr;
    require(cudaMallocHost(&pinned, 64 * MIB));
    std::printf("\n# Copies between host and device\n");
    measure_copies_of(b, "", pageable.data());
    measure_copies_of(b, "pinned_", pinned);
    require(cudaFreeHost(pinned));
}

void measure_host() {
    using namespace launches;
    std::vector<int> numbers(64 * MIB, 3);
    volatile int result = 0;
    double seconds = host_seconds(
        [&] {
            int sum = 0;
            for (size_t i = 0; i < numbers.size(); i++)
                sum += numbers[i];
            result = sum;
        },
        [] {}, 5);
    std::printf("\n# The host of the measured device\n");
    print("host_element_time", 1e9 * seconds / (double)numbers.size(), "ns");
}
