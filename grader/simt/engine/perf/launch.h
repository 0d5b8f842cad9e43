/**
 * @file launch.h
 * @brief How long a launch takes on a device: the simulation of one multiprocessor (sm.h), and what
 *        holds for the device as a whole.
 */
#ifndef SIMT_LAUNCH_TIME_H
#define SIMT_LAUNCH_TIME_H

#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/perf/bounds.h"
#include "engine/perf/sm.h"

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
/** Blocks of a launch that a multiprocessor holds at a time, if there are enough. */
double simt_resident_blocks(const struct simt_kernel_record *record, const struct simt_profile *profile);
/** How much of what was touched so many bytes ago is no longer in the second-level cache. */
double simt_missing_of_l2(double distance, const struct simt_profile *profile);
/** The time of a launch as it ran, in microseconds; 0 if it ended early or no sample of it was kept. */
double simt_launch_us(const struct simt_kernel_record *record);

#endif
