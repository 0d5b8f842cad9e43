// Launches, barriers of the grid, and what else the host asks of a device.
#include "measure.cuh"

#include <chrono>
#include <cooperative_groups.h>
#include <string>

enum { TIMES = 500 };

static __global__ void empty_kernel() {}

static __global__ void delay_kernel(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

static __global__ void grid_sync_kernel(int times, long long *cycles) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    grid.sync();
    const long long begin = clock64();
    for (int i = 0; i < times; i++)
        grid.sync();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
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

static void launch_cooperative(const void *kernel, unsigned blocks, unsigned threads, void **arguments) {
    require(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), arguments, 0, 0));
}

static double grid_sync_cycles(const bench &b, unsigned threads) {
    int times = 200;
    long long *cycles = b.cycles;
    void *arguments[] = {&times, &cycles};
    return median_cycles(b,
                         [&] {
                             launch_cooperative((const void *)grid_sync_kernel, b.multiprocessors, threads,
                                                arguments);
                         }) /
           times;
}

// A kernel that takes 20 us, many times: the host is ahead, and what is left is between two of them.
static double launch_gap(const bench &b) {
    const double microseconds = 20;
    const long long cycles = (long long)(microseconds * 1e-6 * b.clock_hz);
    return period([&] { delay_kernel<<<1, WARP>>>(cycles); }) - (double)cycles / b.clock_hz;
}

static void measure_calls(const bench &b) {
    void *memory = nullptr;
    const auto release = [&] { require(cudaFree(memory)); };
    const auto allocate = [&] { require(cudaMalloc(&memory, 64 * MIB)); };
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
    print("allocate_time", 1e6 * host_seconds(allocate, release, 31), "us");
    allocate();
    print("free_time", 1e6 * host_seconds(release, allocate, 31), "us");
    release();
}

void measure_launches(const bench &b) {
    std::printf("\n# Launches and other calls\n");
    const double plain = period([] { empty_kernel<<<1, WARP>>>(); });
    const double cooperative =
        period([] { launch_cooperative((const void *)empty_kernel, 1, WARP, nullptr); });
    print("launch_time", 1e6 * median_seconds([] { empty_kernel<<<1, WARP>>>(); }, [] {}, 201), "us");
    print("launch_period", 1e6 * plain, "us");
    print("launch_gap", 1e6 * std::max(0.0, launch_gap(b)), "us");
    print("cooperative_launch_extra", 1e6 * std::max(0.0, cooperative - plain), "us");
    print("grid_sync_time", 1e6 * grid_sync_cycles(b, 256) / b.clock_hz, "us");
    note("a barrier of the grid, with 32 and 1024 threads on each multiprocessor: %.2f and %.2f us",
         1e6 * grid_sync_cycles(b, WARP) / b.clock_hz, 1e6 * grid_sync_cycles(b, 1024) / b.clock_hz);
    measure_calls(b);
}

static double copy_seconds(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return host_seconds([&] { require(cudaMemcpy(to, from, bytes, kind)); }, [] {}, bytes > KIB ? 11 : 101);
}

static void measure_copies_of(const bench &b, const char *prefix, void *host) {
    const size_t large = 64 * MIB;
    char key[64];
    std::snprintf(key, sizeof key, "%sto_device", prefix);
    std::string to_device = key;
    std::snprintf(key, sizeof key, "%sto_host", prefix);
    std::string to_host = key;
    print((to_device + "_bandwidth").c_str(),
          1e-9 * large / copy_seconds(b.to, host, large, cudaMemcpyHostToDevice), "GB/s");
    print((to_device + "_time").c_str(), 1e6 * copy_seconds(b.to, host, 4, cudaMemcpyHostToDevice), "us");
    print((to_host + "_bandwidth").c_str(),
          1e-9 * large / copy_seconds(host, b.from, large, cudaMemcpyDeviceToHost), "GB/s");
    print((to_host + "_time").c_str(), 1e6 * copy_seconds(host, b.from, 4, cudaMemcpyDeviceToHost), "us");
}

void measure_copies(const bench &b) {
    std::vector<char> pageable(64 * MIB, 1);
    void *pinned = nullptr;
    require(cudaMallocHost(&pinned, 64 * MIB));
    std::printf("\n# Copies between host and device\n");
    measure_copies_of(b, "", pageable.data());
    measure_copies_of(b, "pinned_", pinned);
    require(cudaFreeHost(pinned));
}

void measure_host() {
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
