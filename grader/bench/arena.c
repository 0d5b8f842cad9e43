// Where the runners run: buffers, one answer compared with the serial reference, and times on a cold cache.
#include "bench/bench.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

enum { SLACK = 4096, POISON = 0xa5 };

struct arena {
    int32_t n;
    const struct data *data;
    unsigned char *in, *d_in, *d_out, *d_scratch, *d_eviction;
    const unsigned char *d_first; // of the elements: d_in, or a few elements behind it
    size_t eviction_bytes;
    cudaEvent_t start, stop;
};

static bool failed; // a CUDA call, ours or a solution's

static bool good(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(error));
        failed = true;
    }
    return error == cudaSuccess;
}

#define GOOD(call) good(call, #call)

// CUDA_CHECK of warplab.h calls this after it has printed what failed in a solution.
void wl_cuda_failed(const char *expression, const char *file, int line, int error);
void wl_cuda_failed(const char *expression, const char *file, int line, int error) {
    (void)expression, (void)file, (void)line, (void)error;
    failed = true;
}

bool device_describe(FILE *out, const char *before) {
    int devices = 0, driver = 0, runtime = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    struct cudaDeviceProp device;
    if (error != cudaSuccess || devices == 0 || !GOOD(cudaGetDeviceProperties(&device, 0))) {
        fprintf(stderr, "bench: there is no GPU that can be used: %s\n", cudaGetErrorString(error));
        return false;
    }
    if (10 * device.major + device.minor < 75) {
        fprintf(stderr, "bench: %s has compute capability %d.%d; 7.5 is the least\n", device.name,
                device.major, device.minor);
        return false;
    }
    GOOD(cudaDriverGetVersion(&driver));
    GOOD(cudaRuntimeGetVersion(&runtime));
    fprintf(out, "%sdevice: %s, compute capability %d.%d, %d multiprocessors, %d MiB of cache\n", before,
            device.name, device.major, device.minor, device.multiProcessorCount, device.l2CacheSize >> 20);
    fprintf(out, "%sCUDA: runtime %d.%d, driver for %d.%d\n", before, runtime / 1000, runtime % 1000 / 10,
            driver / 1000, driver % 1000 / 10);
    return true;
}

double device_peak_gbps(void) {
    int khz = 0, bits = 0;
    if (cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0) != cudaSuccess)
        return 0;
    return 2.0 * khz * 1e3 * bits / 8 / 1e9; // two transfers a cycle
}

struct arena *arena_open(int32_t n) {
    struct arena *arena = calloc(1, sizeof *arena);
    const size_t words = ((size_t)n + SLACK) * sizeof(int);
    int cache = 0;
    if (!arena)
        return NULL;
    GOOD(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0));
    arena->eviction_bytes = 2 * (size_t)cache + SLACK;
    arena->in = malloc(words);
    if (arena->in && GOOD(cudaMalloc((void **)&arena->d_in, words)) &&
        GOOD(cudaMalloc((void **)&arena->d_out, words)) &&
        GOOD(cudaMalloc((void **)&arena->d_scratch, words)) &&
        GOOD(cudaMalloc((void **)&arena->d_eviction, arena->eviction_bytes)) &&
        GOOD(cudaMemset(arena->d_eviction, 0, arena->eviction_bytes)) &&
        GOOD(cudaEventCreate(&arena->start)) && GOOD(cudaEventCreate(&arena->stop)))
        return arena;
    fprintf(
        stderr,
        "bench: n = %d is left out: it takes %.1f GB of memory on the GPU, and a third of that on the host\n",
        n, 3e-9 * (double)words);
    arena_close(arena);
    cudaGetLastError();
    return NULL;
}

void arena_close(struct arena *arena) {
    free(arena->in);
    cudaFree(arena->d_in);
    cudaFree(arena->d_out);
    cudaFree(arena->d_scratch);
    cudaFree(arena->d_eviction);
    if (arena->start)
        cudaEventDestroy(arena->start);
    if (arena->stop)
        cudaEventDestroy(arena->stop);
    free(arena);
}

void arena_fill(struct arena *arena, const struct data *data, int32_t n, int32_t offset) {
    const size_t element = data->bytes ? 1 : sizeof(int);
    struct rng rng = rng_stream(20261121, (uint64_t)n);
    arena->n = n;
    arena->data = data;
    arena->d_first = arena->d_in + (size_t)offset * element;
    data->fill(&rng, arena->in, n);
    GOOD(cudaMemcpy((void *)arena->d_first, arena->in, (size_t)n * element, cudaMemcpyHostToDevice));
}

typedef void one_to_other(const void *d_in, void *d_out, void *d_scratch, int n);
typedef void with_option(const void *d_in, void *d_out, void *d_scratch, int n, int option);

static void run(const struct arena *arena, const struct runner *runner) {
    const struct spec_task *task = runner->task;
    const size_t words = ((size_t)arena->n + SLACK) * sizeof(int);
    if (runner->vendor)
        runner->vendor->run(arena->d_first, arena->d_out, arena->d_scratch, words, arena->n);
    else if (signature_has(task->parameters, SCALAR_OPTION))
        ((with_option *)runner->launcher)(arena->d_first, arena->d_out, arena->d_scratch, arena->n,
                                          task->bandwidth.option);
    else
        ((one_to_other *)runner->launcher)(arena->d_first, arena->d_out, arena->d_scratch, arena->n);
}

// Whether all of it fits; a library that needs more is left out.
static bool fits(const struct arena *arena, const struct runner *runner) {
    return !runner->vendor || runner->vendor->memory(arena->n) <= ((size_t)arena->n + SLACK) * sizeof(int);
}

// One answer, into memory that holds something else before.
static void answer(struct arena *arena, struct runner *runner, const void *expected, void *actual) {
    const size_t bytes = spec_output_bytes(runner->task, (struct shape){.n = arena->n});
    failed = false;
    if (!fits(arena, runner)) {
        fprintf(stderr, "bench: %s is left out at n = %d: not enough working memory\n", runner->name,
                arena->n);
        runner->failed = true;
        return;
    }
    GOOD(cudaMemset(arena->d_out, POISON, bytes));
    run(arena, runner);
    GOOD(cudaGetLastError());
    GOOD(cudaDeviceSynchronize());
    GOOD(cudaMemcpy(actual, arena->d_out, bytes, cudaMemcpyDeviceToHost));
    runner->failed = failed;
    runner->right = !failed && memcmp(actual, expected, bytes) == 0;
}

// Those who solve the same problem from the first on, so that the reference, which is serial, runs once.
static void check_problem(struct arena *arena, struct runner *const *runners, size_t count) {
    const struct spec_task *task = runners[0]->task;
    const size_t bytes = spec_output_bytes(task, (struct shape){.n = arena->n});
    void *expected = malloc(bytes + 1), *actual = malloc(bytes + 1);
    if (expected && actual) {
        task->reference(arena->in, arena->n, task->bandwidth.option, expected);
        for (size_t i = 0; i < count; i++)
            if (runners[i]->task->reference == task->reference)
                answer(arena, runners[i], expected, actual);
    }
    free(expected);
    free(actual);
}

void arena_check(struct arena *arena, struct runner *const *runners, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (runners[first]->task->reference != runners[i]->task->reference)
            first++;
        if (first == i)
            check_problem(arena, runners + i, count - i);
    }
}

bool arena_warm_up(struct arena *arena, double *mhz) {
    return warm_up(arena->d_eviction, arena->eviction_bytes, mhz);
}

bool arena_time(struct arena *arena, struct runner *runner) {
    float ms = 0;
    failed = false;
    // This takes long enough for all of the runner's launches to queue behind it.
    evict(arena->d_eviction, arena->eviction_bytes);
    GOOD(cudaEventRecord(arena->start, 0));
    run(arena, runner);
    GOOD(cudaEventRecord(arena->stop, 0));
    GOOD(cudaEventSynchronize(arena->stop));
    GOOD(cudaEventElapsedTime(&ms, arena->start, arena->stop));
    if (!failed && runner->runs < BENCH_MAX_RUNS)
        runner->us[runner->runs++] = 1e3 * (double)ms;
    runner->spent_us += 1e3 * (double)ms;
    return !failed;
}
