/**
 * @file timing.h
 * @brief What a task's speed is judged by: the speeds of its reference and of its naive way on a device.
 */
#pragma once

#include "grading.h"

/** The share of the reference's speed from which on there are full marks, in every lab. */
extern const double timing_full_share;

/** Both ends of a task's points, in 10^9 bytes a second, for one number of elements. */
struct timing_scale {
    double reference_gbps; /**< what the reference is predicted to reach */
    double full_gbps;      /**< from here on there are full marks */
    double zero_gbps;      /**< the naive way's: up to here there are none */
    char profile[32];      /**< the device that the speeds were recorded for */
    bool same_device;      /**< it is this one; else the nearest, and the speeds are scaled */
};

/**
 * Finds a task's scale on a device. The times that are recorded for it, or for the device nearest to it, are
 * scaled by what the calibration says of this device now: those in memory by its bandwidth, other times in
 * kernels by its clock and its multiprocessors; all but launching, by the number of elements, if it is
 * another one.
 * On a GPU both ends are what was measured on that device, where that is recorded, scaled in the same way. On
 * the CPU engine they are modelled, as the submission's speed is.
 * @param n elements that are timed
 * @return false with an error where nothing is recorded, or what is recorded cannot be
 */
bool timing_scale(const struct spec *lab, const struct spec_task *task, int32_t n, enum backend backend,
                  const struct calibration *device, struct timing_scale *scale, struct error *error);

/** Points for a speed: all from @c full_gbps on, none up to @c zero_gbps, by the logarithm of the speed
 * between them. What is no number earns nothing. */
int timing_points(const struct timing_scale *scale, double gbps, int max_points);

/**
 * The speed that a task may have without other programs on the GPU; its own where there is no sign of them.
 * They show where the best quarter of the repetitions is much faster than the median, where a long kernel of
 * ours took much longer than alone (a task that ends before a GPU switches to them is not slowed), or where
 * our clock had to wait in turns without a launcher: what it refutes is then not refuted.
 */
double timing_undisturbed(const struct calibration *device, const struct bandwidth *b);
