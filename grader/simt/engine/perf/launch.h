/**
 * @file launch.h
 * @brief How long a launch takes on a device, and what bounds it: the simulation of one multiprocessor
 * (sm.h), and what holds for the device as a whole.
 */
#ifndef SIMT_LAUNCH_TIME_H
#define SIMT_LAUNCH_TIME_H

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

/** What a bound is called in a report. */
const char *simt_bound_name(enum simt_bound bound);

/** The time of a launch. */
struct simt_launch_time {
    double us;                       /**< without what the launch itself costs */
    struct simt_bounded bounded;     /**< what it is bounded by */
    struct simt_simulated simulated; /**< one multiprocessor */
    double resident;                 /**< blocks of a multiprocessor at a time */
};

/** The time. A launch without a sample takes none.
 * @param memory bytes that the program touches in all of its launches
 * @param without a bound that is taken not to be there; SIMT_BOUND_NONE: all are */
struct simt_launch_time simt_launch_time(const struct simt_kernel_record *record,
                                         const struct simt_profile *profile, double memory,
                                         enum simt_bound without);
/** The time of a launch as it ran, in microseconds; 0 if it ended early or no sample of it was kept. */
double simt_launch_us(const struct simt_kernel_record *record);

#endif
