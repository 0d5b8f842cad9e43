// Work for the device until its clock no longer changes, so that the first rows are measured at the clock of
// the last ones.
#include "bench/bench.h"

#include <cuda_runtime.h>

// An idle device starts with a low clock; under load it rises within some milliseconds, and may fall
// again as the device gets warm or takes too much power.
enum { ROUNDS = 200, ALIKE = 20, EVICTIONS = 20 };
static const long long CYCLES = 1000000;
static const double TOLERANCE = 0.005;

__global__ void spin_kernel(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

// The clock of the multiprocessors, from the time of so many cycles; 0 if a CUDA call failed.
static double clock_mhz(cudaEvent_t start, cudaEvent_t stop) {
    float ms = 0;
    cudaEventRecord(start);
    spin_kernel<<<1, 1>>>(CYCLES);
    cudaEventRecord(stop);
    if (cudaEventSynchronize(stop) != cudaSuccess || cudaEventElapsedTime(&ms, start, stop) != cudaSuccess)
        return 0;
    return CYCLES / (1e3 * ms);
}

bool warm_up(void *zeros, size_t bytes, double *mhz) {
    cudaEvent_t start, stop;
    double low = 0, high = 0;
    int alike = 0;
    *mhz = 0;
    if (cudaEventCreate(&start) != cudaSuccess || cudaEventCreate(&stop) != cudaSuccess)
        return false;
    for (int round = 0; round < ROUNDS && alike < ALIKE; round++) {
        for (int i = 0; i < EVICTIONS; i++)
            evict(zeros, bytes);
        *mhz = clock_mhz(start, stop);
        low = alike > 0 && low < *mhz ? low : *mhz;
        high = alike > 0 && high > *mhz ? high : *mhz;
        alike = high - low <= TOLERANCE * high ? alike + 1 : 0;
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return alike == ALIKE && *mhz > 0;
}
