// What this device can do now: one kernel for each resource that may limit a reference solution.
//
// timing.c predicts a reference's time: the amount of its limiting resource, over the rate measured here. The
// rates are those of whole kernels, not of single instructions. For example, the issue rate of plain
// arithmetic would not predict a tree: in its last steps one warp works and the others wait at the barrier,
// and each block first waits for its elements. So the issue rate is measured with trees in shared memory,
// over an input that no cache can hold.
#include "gpu.h"

#include <stdlib.h>

enum {
    MEASUREMENTS = 9,
    LONG_MEASUREMENTS = 5,
    COPY_BLOCK = 512,
    TREE_BLOCK = 512,
    NARROW_BLOCK = 256,
    BINS = 256
};

static const size_t COPY_BYTES = GPU_CALIBRATION_BYTES;
// Atomics in global memory are far slower than anything else here.
static const size_t GLOBAL_ATOMICS = (size_t)1 << 22;
// This many times more atomics take longer than a GPU's time slice where several programs use it. On an H200
// beside a busy program, kernels of up to 2 ms lost at most a tenth of their speed; this one, of 9 ms, lost
// half.
static const unsigned LONG = 8;

// Warp instructions per warp of tree_kernel, counted by the vendor's profiler for nvcc 13.0, sm_90. A better
// compiler speeds up this kernel and the reference alike, so the prediction stays right.
static const double TREE_WARP_INSTRUCTIONS = 113.6;

// Copies 16 bytes per thread and pass.
__global__ void copy_kernel(const uint4 *from, uint4 *to, size_t count) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        to[i] = from[i];
}

// Each block adds TREE_BLOCK elements by an interleaved tree.
__global__ void tree_kernel(const unsigned *in, unsigned *out) {
    __shared__ unsigned sums[TREE_BLOCK];
    const unsigned t = threadIdx.x;
    sums[t] = in[(size_t)blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// One int per thread and pass. Each thread waits for its load before the next one, so that the latency of a
// load and the number of threads are the limit.
__global__ void narrow_read_kernel(const unsigned *in, unsigned *out, unsigned count) {
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = first; i < count; i += gridDim.x * blockDim.x)
        sum += in[i];
    out[first] = sum;
}

__global__ void narrow_copy_kernel(const unsigned *in, unsigned *out, unsigned count) {
#pragma unroll 1
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

// All threads of the grid add to the same few words of global memory.
__global__ void global_atomics_kernel(const unsigned char *in, unsigned *bins) {
    atomicAdd(&bins[in[(size_t)blockIdx.x * blockDim.x + threadIdx.x]], 1u);
}

// The threads of a block add to words in shared memory.
__global__ void shared_atomics_kernel(const unsigned *in, unsigned *bins, unsigned count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        for (unsigned word = in[i], byte = 0; byte < 4; byte++, word >>= 8)
            atomicAdd(&own[word & 0xff], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
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
    int narrow_blocks; // as many as can run at once
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

static const unsigned TREE_BLOCKS = COPY_BYTES / sizeof(unsigned) / TREE_BLOCK;

static void run_trees(const struct bench *bench) {
    tree_kernel<<<TREE_BLOCKS, TREE_BLOCK>>>((const unsigned *)bench->from, (unsigned *)bench->to);
}

static const unsigned WORDS = COPY_BYTES / sizeof(unsigned);

static void run_narrow_read(const struct bench *bench) {
    narrow_read_kernel<<<bench->narrow_blocks, NARROW_BLOCK>>>((const unsigned *)bench->from,
                                                               (unsigned *)bench->to, WORDS);
}

static void run_narrow_copy(const struct bench *bench) {
    narrow_copy_kernel<<<bench->narrow_blocks, NARROW_BLOCK>>>((const unsigned *)bench->from,
                                                               (unsigned *)bench->to, WORDS);
}

static void add_atomics(const struct bench *bench, size_t count) {
    global_atomics_kernel<<<(unsigned)(count / BINS), BINS>>>((const unsigned char *)bench->from,
                                                              (unsigned *)bench->to);
}

static void run_global_atomics(const struct bench *bench) { add_atomics(bench, GLOBAL_ATOMICS); }

static void run_long_atomics(const struct bench *bench) { add_atomics(bench, LONG * GLOBAL_ATOMICS); }

// Two blocks per multiprocessor, as in lab 8.
static void run_shared_atomics(const struct bench *bench) {
    shared_atomics_kernel<<<2 * bench->multiprocessors, BINS>>>((const unsigned *)bench->from,
                                                                (unsigned *)bench->to, WORDS);
}

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
    int threads = 0;
    bool good = GPU_TRY(failure,
                        cudaDeviceGetAttribute(&bench->multiprocessors, cudaDevAttrMultiProcessorCount, 0)) &&
                GPU_TRY(failure, cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    bench->narrow_blocks = bench->multiprocessors * (threads / NARROW_BLOCK);
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

// The rate of each limit in timing.h, in its order, and of a copy.
struct rates {
    double copy_gbps, issue_gips, narrow_read_gbps, narrow_copy_gbps, global_gatomics, shared_gatomics;
    double slowed; // the time of a long kernel, over what short ones predict
    double short_us;
};

static void measure(struct bench *bench, struct rates *rates, struct gpu_failure *failure) {
    double moved = 2.0 * (double)COPY_BYTES;
    double by_runtime = rate(moved, median_seconds(bench, run_copy, failure));
    double by_kernel = rate(moved, median_seconds(bench, run_copy_kernel, failure));
    rates->copy_gbps = by_runtime > by_kernel ? by_runtime : by_kernel;
    double warps = (double)TREE_BLOCKS * TREE_BLOCK / 32;
    rates->issue_gips = rate(warps * TREE_WARP_INSTRUCTIONS, median_seconds(bench, run_trees, failure));
    rates->narrow_read_gbps = rate(COPY_BYTES, median_seconds(bench, run_narrow_read, failure));
    rates->narrow_copy_gbps = rate(moved, median_seconds(bench, run_narrow_copy, failure));
    double short_seconds = median_seconds(bench, run_global_atomics, failure);
    rates->global_gatomics = rate(GLOBAL_ATOMICS, short_seconds);
    rates->short_us = 1e6 * short_seconds;
    double long_seconds = median_of(LONG_MEASUREMENTS, bench, run_long_atomics, failure); // 9 ms each
    rates->slowed = short_seconds > 0 ? long_seconds / (LONG * short_seconds) : 0;
    rates->shared_gatomics = rate(COPY_BYTES, median_seconds(bench, run_shared_atomics, failure));
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
    gpu_text_add(&text, ",\"copy_gbps\":%.3f,\"issue_gips\":%.3f,", rates.copy_gbps, rates.issue_gips);
    gpu_text_add(&text, "\"narrow_read_gbps\":%.3f,\"narrow_copy_gbps\":%.3f,", rates.narrow_read_gbps,
                 rates.narrow_copy_gbps);
    gpu_text_add(&text,
                 "\"global_gatomics\":%.3f,\"shared_gatomics\":%.3f,\"slowed\":%.3f,\"short_us\":%.1f,",
                 rates.global_gatomics, rates.shared_gatomics, rates.slowed, rates.short_us);
    enum job_status status = gpu_finish(&text, &failure, json);
    close_bench(&bench);
    return status;
}
