// What this device can do now: copy bandwidth, and how fast it issues the instructions of a tree reduction.
//
// A reference kernel's time is predicted as max(bytes / copy bandwidth, warp instructions / issue rate). The
// issue rate of straight arithmetic would be of no use for that: a tree's last steps keep one warp busy and
// the others at the barrier, blocks come and go, and each begins by waiting for its elements. So the rate is
// taken from the thing itself: trees in shared memory, over an input that no cache holds.
#include "gpu.h"

#include <stdlib.h>

enum { MEASUREMENTS = 9, COPY_BLOCK = 512, TREE_BLOCK = 512 };

static const size_t COPY_BYTES = (size_t)1 << 30;

// Warp instructions a warp of tree_kernel issues, as the vendor's profiler counts them for nvcc 13.0, sm_90.
// A compiler that needs fewer runs this kernel and the reference faster alike, so the prediction stays right.
static const double TREE_WARP_INSTRUCTIONS = 113.6;

// Copies 16 bytes a thread and pass.
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

static const unsigned TREE_BLOCKS = COPY_BYTES / sizeof(unsigned) / TREE_BLOCK;

static void run_trees(const struct bench *bench) {
    tree_kernel<<<TREE_BLOCKS, TREE_BLOCK>>>((const unsigned *)bench->from, (unsigned *)bench->to);
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The median time of several runs after one that warms up, in seconds; 0 after a failure.
static double median_seconds(const struct bench *bench, measured *run, struct gpu_failure *failure) {
    float ms[MEASUREMENTS] = {};
    run(bench);
    for (int i = 0; i < MEASUREMENTS; i++) {
        bool good = GPU_TRY(failure, cudaEventRecord(bench->start));
        run(bench);
        good = GPU_TRY(failure, cudaEventRecord(bench->stop)) && good;
        good = GPU_TRY(failure, cudaGetLastError()) && good;
        good = GPU_TRY(failure, cudaEventSynchronize(bench->stop)) && good;
        if (!good || !GPU_TRY(failure, cudaEventElapsedTime(&ms[i], bench->start, bench->stop)))
            return 0;
    }
    qsort(ms, MEASUREMENTS, sizeof *ms, by_value);
    return ms[MEASUREMENTS / 2] * 1e-3;
}

static bool open_bench(struct bench *bench, struct gpu_failure *failure) {
    return GPU_TRY(failure,
                   cudaDeviceGetAttribute(&bench->multiprocessors, cudaDevAttrMultiProcessorCount, 0)) &&
           GPU_TRY(failure, cudaMalloc(&bench->from, COPY_BYTES)) &&
           GPU_TRY(failure, cudaMalloc(&bench->to, COPY_BYTES)) &&
           GPU_TRY(failure, cudaMemset(bench->from, 0x5a, COPY_BYTES)) &&
           GPU_TRY(failure, cudaEventCreate(&bench->start)) &&
           GPU_TRY(failure, cudaEventCreate(&bench->stop));
}

static void close_bench(struct bench *bench) {
    cudaFree(bench->from);
    cudaFree(bench->to);
    if (bench->start)
        cudaEventDestroy(bench->start);
    if (bench->stop)
        cudaEventDestroy(bench->stop);
}

static double rate(double amount, double seconds) { return seconds > 0 ? amount / seconds * 1e-9 : 0; }

static void measure(struct bench *bench, double *copy_gbps, double *issue_gips, struct gpu_failure *failure) {
    double moved = 2.0 * (double)COPY_BYTES;
    double by_runtime = rate(moved, median_seconds(bench, run_copy, failure));
    double by_kernel = rate(moved, median_seconds(bench, run_copy_kernel, failure));
    *copy_gbps = by_runtime > by_kernel ? by_runtime : by_kernel;
    double warps = (double)TREE_BLOCKS * TREE_BLOCK / 32;
    *issue_gips = rate(warps * TREE_WARP_INSTRUCTIONS, median_seconds(bench, run_trees, failure));
}

enum job_status driver_calibrate(char **json) {
    struct gpu_text text = {};
    struct gpu_failure failure = {};
    struct bench bench = {};
    double copy_gbps = 0, issue_gips = 0;
    gpu_text_add(&text, "{");
    gpu_text_device(&text, &failure);
    if (open_bench(&bench, &failure))
        measure(&bench, &copy_gbps, &issue_gips, &failure);
    gpu_text_add(&text, ",\"copy_gbps\":%.3f,\"issue_gips\":%.3f,", copy_gbps, issue_gips);
    enum job_status status = gpu_finish(&text, &failure, json);
    close_bench(&bench);
    return status;
}
