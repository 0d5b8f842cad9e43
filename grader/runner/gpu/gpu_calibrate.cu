// What this device can do now: how fast it copies, and the clock that its multiprocessors keep at work.
//
// timing.c predicts a reference's time: the recorded one on the nearest device, scaled by these. The clock is
// the one under load, which power and temperature limit, and not the one that the driver names. A kernel of
// atomics, in two lengths, shows whether other programs use the GPU.
#include "gpu.h"

#include <stdlib.h>

enum {
    MEASUREMENTS = 9,
    LONG_MEASUREMENTS = 5,
    COPY_BLOCK = 512,
    CLOCK_BLOCK = 256,
    CLOCK_ROUNDS = 1 << 17,
    BINS = 256
};

static const size_t COPY_BYTES = GPU_CALIBRATION_BYTES;
// Atomics in global memory are far slower than anything else here.
static const size_t GLOBAL_ATOMICS = (size_t)1 << 22;
// This many times more atomics take longer than a GPU's time slice where several programs use it. On an H200
// beside a busy program, kernels of up to 2 ms lost at most a tenth of their speed; this one, of 9 ms, lost
// half.
static const unsigned LONG = 8;

// Copies 16 bytes per thread and pass.
__global__ void copy_kernel(const uint4 *from, uint4 *to, size_t count) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = from[i];
}

// Arithmetic on all multiprocessors. Block 0 takes the time twice: in clocks, and in nanoseconds.
__global__ void clock_kernel(unsigned long long *times) {
    unsigned long long begin, end;
    unsigned x = threadIdx.x;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    const long long first = clock64();
#pragma unroll 1
    for (int i = 0; i < CLOCK_ROUNDS; i++)
        asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x)); // in its place, between the clocks
    const long long last = clock64();
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end));
    if (x == 1) // it may be, and the assembler does not know: the loop stays
        times[2] = x;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        times[0] = last - first;
        times[1] = end - begin;
    }
}

// All threads of the grid add to the same few words of global memory.
__global__ void global_atomics_kernel(const unsigned char *in, unsigned *bins) {
    atomicAdd(&bins[in[(size_t)blockIdx.x * blockDim.x + threadIdx.x]], 1u);
}

// Words with all byte values: atomics on a single value would behave differently.
__global__ void fill_kernel(unsigned *words, size_t count) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const unsigned mixed = (unsigned)(i ^ i >> 15) * 0x2c1b3c6du;
        words[i] = (mixed ^ mixed >> 12) * 0x297a2d39u;
    }
}

// What the measurements share.
struct bench {
    int multiprocessors;
    void *from, *to;
    cudaEvent_t start, stop;
};

typedef void measured(const struct bench *bench);

static void run_copy_kernel(const struct bench *bench) {
    copy_kernel<<<8 * bench->multiprocessors, COPY_BLOCK>>>((const uint4 *)bench->from, (uint4 *)bench->to,
                                                            COPY_BYTES / sizeof(uint4));
}

static void run_copy(const struct bench *bench) {
    cudaMemcpyAsync(bench->to, bench->from, COPY_BYTES, cudaMemcpyDeviceToDevice);
}

static const unsigned WORDS = COPY_BYTES / sizeof(unsigned);

static void add_atomics(const struct bench *bench, size_t count) {
    global_atomics_kernel<<<(unsigned)(count / BINS), BINS>>>((const unsigned char *)bench->from,
                                                              (unsigned *)bench->to);
}

static void run_global_atomics(const struct bench *bench) { add_atomics(bench, GLOBAL_ATOMICS); }

static void run_long_atomics(const struct bench *bench) { add_atomics(bench, LONG * GLOBAL_ATOMICS); }

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The median time in seconds of so many runs, after a warm-up; 0 after a failure.
static double median_of(int runs, const struct bench *bench, measured *run, struct gpu_failure *failure) {
    float ms[MEASUREMENTS] = {};
    run(bench);
    for (int i = 0; i < runs; i++) {
        bool good = GPU_TRY(failure, cudaEventRecord(bench->start));
        run(bench);
        good = GPU_TRY(failure, cudaEventRecord(bench->stop)) && good;
        good = GPU_TRY(failure, cudaGetLastError()) && good;
        good = GPU_TRY(failure, cudaEventSynchronize(bench->stop)) && good;
        if (!good || !GPU_TRY(failure, cudaEventElapsedTime(&ms[i], bench->start, bench->stop)))
            return 0;
    }
    qsort(ms, runs, sizeof *ms, by_value);
    return ms[runs / 2] * 1e-3;
}

static double median_seconds(const struct bench *bench, measured *run, struct gpu_failure *failure) {
    return median_of(MEASUREMENTS, bench, run, failure);
}

static bool open_bench(struct bench *bench, struct gpu_failure *failure) {
    bool good =
        GPU_TRY(failure, cudaDeviceGetAttribute(&bench->multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    void *arrays[2] = {};
    good = good && gpu_allocate_pair(arrays, COPY_BYTES, failure) &&
           GPU_TRY(failure, cudaEventCreate(&bench->start)) &&
           GPU_TRY(failure, cudaEventCreate(&bench->stop));
    bench->from = arrays[0];
    bench->to = arrays[1];
    if (good)
        fill_kernel<<<8 * bench->multiprocessors, COPY_BLOCK>>>((unsigned *)bench->from, WORDS);
    return good && GPU_TRY(failure, cudaGetLastError());
}

static void close_bench(struct bench *bench) {
    gpu_free_pair();
    if (bench->start)
        cudaEventDestroy(bench->start);
    if (bench->stop)
        cudaEventDestroy(bench->stop);
}

static double rate(double amount, double seconds) { return seconds > 0 ? amount / seconds * 1e-9 : 0; }

// Clocks per microsecond, the median of several runs; 0 after a failure.
static double median_clock_mhz(const struct bench *bench, struct gpu_failure *failure) {
    float mhz[MEASUREMENTS] = {};
    unsigned long long times[2];
    for (int i = 0; i < MEASUREMENTS; i++) {
        clock_kernel<<<4 * bench->multiprocessors, CLOCK_BLOCK>>>((unsigned long long *)bench->to);
        if (!GPU_TRY(failure, cudaGetLastError()) ||
            !GPU_TRY(failure, cudaMemcpy(times, bench->to, sizeof times, cudaMemcpyDeviceToHost)) ||
            times[1] == 0)
            return 0;
        mhz[i] = 1e3f * (float)times[0] / (float)times[1];
    }
    qsort(mhz, MEASUREMENTS, sizeof *mhz, by_value);
    return mhz[MEASUREMENTS / 2];
}

static void run_nothing(const struct bench *) {}

static void run_stores(const struct bench *bench) {
    fill_kernel<<<8 * bench->multiprocessors, COPY_BLOCK>>>((unsigned *)bench->from, WORDS);
}

// Turns as gpu_time.cu makes them of a launcher: behind work that a GPU shared with other programs switches
// after. @return the median time between the events, in microseconds;
// 0 after a failure
static double median_turn_us(int turns, const struct bench *bench, measured *run,
                             struct gpu_failure *failure) {
    float ms[JOB_EMPTY_TURNS + JOB_STORING_TURNS] = {};
    unsigned char proof[JOB_PROOF_BYTES];
    bool good = true;
    for (int i = 0; i < turns; i++) {
        run_copy_kernel(bench);
        good = GPU_TRY(failure, cudaDeviceSynchronize()) && good;
        driver_turn_begin();
        good = GPU_TRY(failure, cudaEventRecord(bench->start)) && good;
        run(bench);
        good = GPU_TRY(failure, cudaEventRecord(bench->stop)) && good;
        good = GPU_TRY(failure, cudaEventSynchronize(bench->stop)) && good;
        driver_turn_done();
        good = GPU_TRY(failure, cudaDeviceSynchronize()) && good;
        good = GPU_TRY(failure, cudaMemcpy(proof, bench->to, sizeof proof, cudaMemcpyDeviceToHost)) && good;
        driver_turn_end(proof, sizeof proof);
        good = good && GPU_TRY(failure, cudaEventElapsedTime(&ms[i], bench->start, bench->stop));
    }
    qsort(ms, turns, sizeof *ms, by_value);
    return good ? 1e3 * ms[turns / 2] : 0;
}

struct rates {
    double copy_gbps, clock_mhz;
    double slowed; // the time of a long kernel, over what short ones predict
    double short_us;
    double turn_us, store_us;
};

static void measure(struct bench *bench, struct rates *rates, struct gpu_failure *failure) {
    double moved = 2.0 * (double)COPY_BYTES;
    double by_runtime = rate(moved, median_seconds(bench, run_copy, failure));
    double by_kernel = rate(moved, median_seconds(bench, run_copy_kernel, failure));
    rates->copy_gbps = by_runtime > by_kernel ? by_runtime : by_kernel;
    double short_seconds = median_seconds(bench, run_global_atomics, failure);
    rates->short_us = 1e6 * short_seconds;
    double long_seconds = median_of(LONG_MEASUREMENTS, bench, run_long_atomics, failure); // 9 ms each
    rates->slowed = short_seconds > 0 ? long_seconds / (LONG * short_seconds) : 0;
    rates->clock_mhz = median_clock_mhz(bench, failure);
    rates->turn_us = median_turn_us(JOB_EMPTY_TURNS, bench, run_nothing, failure);
    rates->store_us = median_turn_us(JOB_STORING_TURNS, bench, run_stores, failure);
}

enum job_status driver_calibrate(char **json) {
    struct gpu_text text = {};
    struct gpu_failure failure = {};
    struct bench bench = {};
    struct rates rates = {};
    gpu_text_add(&text, "{");
    gpu_text_device(&text, &failure);
    if (open_bench(&bench, &failure))
        measure(&bench, &rates, &failure);
    gpu_text_add(&text,
                 ",\"copy_gbps\":%.3f,\"clock_mhz\":%.3f,\"slowed\":%.3f,\"short_us\":%.1f,\"turn_us\":%.3f,"
                 "\"store_us\":%.3f,",
                 rates.copy_gbps, rates.clock_mhz, rates.slowed, rates.short_us, rates.turn_us,
                 rates.store_us);
    enum job_status status = gpu_finish(&text, &failure, json);
    close_bench(&bench);
    return status;
}
