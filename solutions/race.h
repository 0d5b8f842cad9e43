/**
 * @file race.h
 * @brief How long a solution and the vendor's library take, for the programs that set one beside the other.
 */
#ifndef RACE_H
#define RACE_H

#include <stdlib.h>

#include "warplab.h"

/** Most runs of a race. */
enum { RACE_RUNS = 101 };

/** Of one side's runs, in microseconds. */
struct race_times {
    double low, median, high; /**< quartiles */
};

static inline int race_order(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/** What the device takes for the work that a function gives it, in microseconds. */
template <typename Work> static double race_time(Work work) {
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaEventRecord(start));
    work();
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return 1e3 * ms;
}

/**
 * Times two functions in turns.
 * @param warm_up runs before those that count
 * @param runs    1 to RACE_RUNS
 */
template <typename Ours, typename Theirs>
static void race_run(Ours ours, Theirs theirs, int warm_up, int runs, struct race_times times[2]) {
    double us[2][RACE_RUNS];
    for (int run = -warm_up; run < runs; run++) {
        us[0][run < 0 ? 0 : run] = race_time(ours);
        us[1][run < 0 ? 0 : run] = race_time(theirs);
    }
    for (int side = 0; side < 2; side++) {
        qsort(us[side], runs, sizeof us[side][0], race_order);
        times[side].low = us[side][runs / 4];
        times[side].median = us[side][runs / 2];
        times[side].high = us[side][runs * 3 / 4];
    }
}

#endif
