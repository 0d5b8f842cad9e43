/**
 * @file model.h
 * @brief How long a launch would take on a device, from what the engine counted.
 *
 * A bound-and-bottleneck model in the manner of the roofline (Williams, Waterman, Patterson, CACM 52(4),
 * 2009) with Little's law for latency: every part of the machine has a time it needs at least, and the
 * launch takes the longest. It ranks versions and shows what bounds them; it is no simulation. It was judged
 * by tree reductions, loops, copies and histograms on an H200 (grader/tests/test_model.c): within a factor
 * of 1.5 of the measured time. It takes caches for cold and small: a loop that finds its data in a near
 * cache, such as one thread that walks through an array, is modelled too slow.
 */
#ifndef SIMT_MODEL_H
#define SIMT_MODEL_H

#include "engine/model/kernels.h"
#include "engine/model/profile.h"

/** What each part of the device needs for one launch, in microseconds. */
struct simt_model {
    double memory;    /**< sectors read and written over the device's bandwidth */
    double port;      /**< the busiest multiprocessor's sectors over what it can move a cycle */
    double issue;     /**< its warp instructions over what it can start, given its resident warps, and bank
                         conflicts */
    double shared;    /**< its shared wavefronts: one a cycle, atomics longer */
    double atomics;   /**< sectors of global atomics, which slow each other down on few addresses */
    double blocks;    /**< blocks over the rate at which they can be started */
    double latency;   /**< one warp after the other waiting: loads, barriers, dependent instructions */
    double occupancy; /**< resident warps of a busy multiprocessor, as a part of its limit */
    const char *bound_by; /**< which of them is the longest: "memory", "issue", … */
    double total;         /**< the longest; without any launch overhead */
};

/** The whole reckoning. A launch without blocks takes no time. */
struct simt_model simt_model(const struct simt_kernel_record *record, const struct simt_profile *profile);
/** Its total alone, in microseconds. */
double simt_model_us(const struct simt_kernel_record *record, const struct simt_profile *profile);

#endif
