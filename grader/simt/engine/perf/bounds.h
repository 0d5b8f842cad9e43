/**
 * @file bounds.h
 * @brief What bounds a launch, as the vendor's profiler names it, and the multiprocessor without that bound.
 */
#ifndef SIMT_TIMING_BOUNDS_H
#define SIMT_TIMING_BOUNDS_H

#include <stdint.h>

#include "engine/perf/sm.h"
#include "engine/perf/sm_costs.h"

/** What bounds a launch. */
enum simt_bound {
    SIMT_BOUND_NONE,    /**< nothing: it took no time */
    SIMT_BOUND_LATENCY, /**< waiting for results, with too few warps to hide it */
    SIMT_BOUND_ISSUE,   /**< instructions */
    SIMT_BOUND_UNITS,   /**< arithmetic of one kind */
    SIMT_BOUND_SHARED,  /**< shared memory and the first cache */
    SIMT_BOUND_L2,      /**< the second-level cache */
    SIMT_BOUND_DRAM,    /**< device memory */
    SIMT_BOUND_ATOMICS, /**< atomics on few places */
    SIMT_BOUND_BARRIER, /**< waiting at barriers */
    SIMT_BOUND_BLOCKS,  /**< starting blocks */
    SIMT_BOUND_CHAIN,   /**< blocks that wait for each other, one after the other */
    SIMT_BOUNDS
};

/** A bound of a launch. */
struct simt_bounded {
    enum simt_bound bound; /**< which */
    double share;          /**< part of the time: that its part is busy, or that warps wait for it */
    uintptr_t place;       /**< code address with most of it; 0: unknown */
};

/**
 * What bounds a multiprocessor: the part that is busiest, if it reaches 60 % of what it can do at best, as in
 * the "speed of light" section of NVIDIA Nsight Compute; else waiting.
 * @param active part of the device's multiprocessors that have blocks
 * @param memory_peak device memory's rate in the simulation, as a part of what its clock allows
 */
struct simt_bounded simt_bound_of(const struct simt_simulated *simulated, double active, double memory_peak);
/** Takes a bound out of the costs: that part needs no time. */
void simt_remove_bound(struct simt_multiprocessor *machine, enum simt_bound bound);
/** What a bound is called in a report. */
const char *simt_bound_name(enum simt_bound bound);

#endif
