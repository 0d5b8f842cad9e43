/**
 * @file hardware.h
 * @brief What a GPU counts of a task's kernels, if the counters were asked for (--counters).
 *
 * CUPTI counts in the submission's own process, so nothing is judged by this. Each call has a runner of its
 * own, which CUPTI is shown to; whatever it changes about the GPU, no time is taken after it.
 */
#pragma once

#include "grading.h"

/** Counts what a task's launcher does on its measured case; an error goes to `run->counted`. Nothing is done
 * for a task without such a case. */
void hardware_count(const struct grading *grading, struct backend_run *run, size_t task);

/** How near a task's kernels come to the device's limits, at the size that was timed; an error goes to
 * `run->reached`. Nothing is done for a task that has no time. */
void hardware_reach(const struct grading *grading, struct backend_run *run, size_t task);
