/**
 * @file launch_time.h
 * @brief How long a launch takes on a device: the simulation of one multiprocessor (simulate.h), and what
 *        holds for the device as a whole.
 */
#ifndef SIMT_LAUNCH_TIME_H
#define SIMT_LAUNCH_TIME_H

#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/timing/bounds.h"
#include "engine/timing/simulate.h"

/** A launch to be timed, as it differs from the one that was sampled. */
struct simt_scale {
    double blocks;         /**< of its grid */
    double work;           /**< its operations, all blocks, divided by those of the one sampled */
    double issue;          /**< its instructions, likewise, divided by work */
    double updates;        /**< its atomics on global memory, likewise */
    double last;           /**< operations of the last block of a larger grid, likewise */
    double region_updates; /**< of them, in the piece of memory that has most */
    double own;            /**< bytes between two touches of what one block uses alone, likewise */
    double distance;       /**< bytes between two touches of the same memory, likewise */
    double memory;         /**< bytes that the program touches in all of its launches */
};

/** The time of a launch. */
struct simt_launch_time {
    double us;                       /**< without what the launch itself costs */
    struct simt_bounded bounded;     /**< what it is bounded by */
    struct simt_simulated simulated; /**< one multiprocessor */
    double resident;                 /**< blocks of a multiprocessor at a time */
};

/** The scale of the launch as it was sampled. */
struct simt_scale simt_scale_same(const struct simt_kernel_record *record);
/** The time. A launch without a sample takes none. */
struct simt_launch_time simt_launch_time(const struct simt_kernel_record *record,
                                         const struct simt_profile *profile, const struct simt_scale *scale);
/** The same, if a bound were not there. */
struct simt_launch_time simt_launch_time_without(const struct simt_kernel_record *record,
                                                 const struct simt_profile *profile,
                                                 const struct simt_scale *scale, enum simt_bound bound);
/** Blocks of a launch that a multiprocessor holds at a time, if there are enough. */
double simt_resident_blocks(const struct simt_kernel_record *record, const struct simt_profile *profile);
/** How much of what was touched so many bytes ago is no longer in the second-level cache. */
double simt_missing_of_l2(double distance, const struct simt_profile *profile);
/** The time of a launch as it ran, in microseconds; 0 if it ended early or no sample of it was kept. */
double simt_launch_us(const struct simt_kernel_record *record);

#endif
