// What the parts of the program share: the device's memory, medians of several runs, and the printed lines.
#pragma once

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <cuda_runtime.h>

enum { RUNS = 7, WARP = 32, SECTOR = 32, LINE = 128 };

static const size_t KIB = 1 << 10, MIB = 1 << 20, BYTES = (size_t)1 << 30;

struct bench {
    char *from, *to;   // BYTES each; `from` is filled with random numbers
    long long *cycles; // what a kernel that clocks itself took, for each of its first blocks
    unsigned *sink;    // where a kernel would store a result so that it is not left out
    unsigned multiprocessors;
    size_t l2_bytes;
    double clock_hz; // as measured under load
};

inline void require(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "measure: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Seconds between two events around `run`, which is run once before. `prepare` is not timed.
template <class Run, class Prepare> double median_seconds(Run run, Prepare prepare, int runs = RUNS) {
    cudaEvent_t begin, end;
    require(cudaEventCreate(&begin));
    require(cudaEventCreate(&end));
    std::vector<double> seconds;
    for (int i = -1; i < runs; i++) {
        float ms = 0;
        prepare();
        require(cudaEventRecord(begin));
        run();
        require(cudaEventRecord(end));
        require(cudaEventSynchronize(end));
        require(cudaGetLastError());
        require(cudaEventElapsedTime(&ms, begin, end));
        if (i >= 0)
            seconds.push_back(ms * 1e-3);
    }
    require(cudaEventDestroy(begin));
    require(cudaEventDestroy(end));
    return median(seconds);
}
template <class Run> double median_seconds(Run run) {
    return median_seconds(run, [] {});
}

// Cycles that the first block of a kernel wrote to `b.cycles`.
template <class Run, class Prepare> double median_cycles(const bench &b, Run run, Prepare prepare) {
    std::vector<double> cycles;
    for (int i = -1; i < RUNS; i++) {
        long long taken = 0;
        prepare(i + 1);
        run(i + 1);
        require(cudaGetLastError());
        require(cudaMemcpy(&taken, b.cycles, sizeof taken, cudaMemcpyDeviceToHost));
        if (i >= 0)
            cycles.push_back((double)taken);
    }
    return median(cycles);
}
template <class Run> double median_cycles(const bench &b, Run run) {
    return median_cycles(
        b, [&](int) { run(); }, [](int) {});
}

// Nothing of `from` is left in L2.
inline void flush(const bench &b) { require(cudaMemset(b.to, 0, std::min(BYTES, 4 * b.l2_bytes + MIB))); }

// A line of the profile.
inline void print(const std::string &key, double value, const char *unit) {
    std::printf(value >= 1000 ? "%s = %.0f" : "%s = %.4g", key.c_str(), value);
    std::printf(*unit ? " %s\n" : "\n", unit);
}

// A comment of the profile: a series that a key sums up.
__attribute__((format(printf, 1, 2))) inline void note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::printf("# ");
    std::vprintf(format, arguments);
    std::printf("\n");
    va_end(arguments);
}

// The parts, in the order of the profile's keys.
double measure_clock(const bench &b);
void measure_device_memory(const bench &b);
void measure_multiprocessor(const bench &b);
void measure_latency(const bench &b);
void measure_issue(const bench &b);
void measure_shared_memory(const bench &b);
void measure_shared_atomics(const bench &b);
void measure_global_atomics(const bench &b);
void measure_blocks(const bench &b);
void measure_launches(const bench &b);
void measure_copies(const bench &b);
void measure_host();

// Cycles of a load that hits L1 or L2, as measure_latency() prints them.
double l1_latency(const bench &b, size_t footprint);
double l2_latency(const bench &b);
// Their deviation, and how much longer they take while device memory is busy.
void measure_waits(const bench &b, double read_bandwidth, double mixed_bandwidth);
