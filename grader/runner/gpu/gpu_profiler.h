/**
 * @file gpu_profiler.h
 * @brief The GPU's own counters, read by CUPTI, the library of the CUDA Toolkit that profilers are made of.
 *
 * It is loaded when it is asked for: without it all else works.
 */
#ifndef WARPLAB_GPU_PROFILER_H
#define WARPLAB_GPU_PROFILER_H

#include <stdbool.h>
#include <stddef.h>

/** Launches of kernels that there is room for; with so many, some may be missing, and none is counted. */
enum { GPU_PROFILE_LAUNCHES = 256 };

/** What was counted, or why nothing was. */
struct gpu_profile {
    size_t launches;   /**< of kernels */
    size_t passes;     /**< how often each kernel was run to get all its counters */
    char problem[240]; /**< one sentence, "" if there is none */
};

/**
 * Calls @p work, and counts each kernel that it launches. A kernel is run as often as its counters need, each
 * time on the memory as the launch found it, so that in the end it has run once.
 *
 * Source: CUPTI's documentation, "CUPTI Range Profiling API", automatic ranges and kernel replay.
 *
 * @param metrics what to count, by the vendor's names
 * @param count   how many of them
 * @param work    returns when all its kernels are done; not called if nothing can be counted
 * @param context handed to @p work
 * @param sums    receives of each metric the sum over all launches
 * @return false if it does not have all of them; @p profile says why
 */
bool gpu_profile(const char *const *metrics, size_t count, void (*work)(void *context), void *context,
                 double *sums, struct gpu_profile *profile);

#endif
