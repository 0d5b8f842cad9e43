/**
 * @file launch.h
 * @brief The time of a launch on a device, and its bottleneck: the simulation of one multiprocessor
 * (sm.h), and the limits of the device as a whole.
 */
#pragma once

#include <stdint.h>

#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/perf/sm.h"

/** What bounds a launch. */
enum simt_bound {
    SIMT_BOUND_NONE,    /**< nothing: it took no time */
    SIMT_BOUND_LATENCY, /**< waiting for results, with too few warps to hide it */
    SIMT_BOUND_ISSUE,   /**< instructions */
    SIMT_BOUND_UNITS,   /**< arithmetic of one kind */
    SIMT_BOUND_SHARED,  /**< shared memory and the L1 cache */
    SIMT_BOUND_L2,      /**< the L2 cache */
    SIMT_BOUND_DRAM,    /**< device memory */
    SIMT_BOUND_ATOMICS, /**< atomics on few addresses */
    SIMT_BOUND_BARRIER, /**< waiting at barriers */
    SIMT_BOUND_BLOCKS,  /**< starting blocks */
    SIMT_BOUND_CHAIN,   /**< blocks that wait for each other, one after another */
    SIMT_BOUNDS
};

/** A bound of a launch. */
struct simt_bounded {
    enum simt_bound bound; /**< its kind */
    double share;          /**< of the time: in which its part is busy, or warps wait for it */
    uintptr_t place;       /**< code address with most of the share; 0: unknown */
};

/** The name of a bound in a report. */
const char *simt_bound_name(enum simt_bound bound);

/** The time of a launch. */
struct simt_launch_time {
    double us;                       /**< without the overhead of the launch itself */
    struct simt_bounded bounded;     /**< its bottleneck */
    struct simt_simulated simulated; /**< one multiprocessor */
    double resident;                 /**< blocks resident on a multiprocessor */
};

/** The time. A launch without a sample takes none.
 * @param memory bytes that the program accesses in all of its launches
 * @param without a bound to be ignored; SIMT_BOUND_NONE: none is */
struct simt_launch_time simt_launch_time(const struct simt_kernel_record *record,
                                         const struct simt_profile *profile, double memory,
                                         enum simt_bound without);
/** The time of a launch as it ran, in microseconds; 0 if it ended early or no sample of it was kept. */
double simt_launch_us(const struct simt_kernel_record *record);
