/**
 * @file scaling.h
 * @brief A launch that ran at two sizes, brought to a third one at which it was noted only.
 */
#ifndef SIMT_SCALING_H
#define SIMT_SCALING_H

#include <stdbool.h>

#include "engine/model/kernels.h"
#include "engine/timing/launch_time.h"

/** One launch at three sizes. */
struct simt_runs {
    double n1;                            /**< elements at the first size */
    double n2;                            /**< elements at the second, larger one */
    double n;                             /**< elements at the size to come */
    const struct simt_kernel_record *at1; /**< NULL if there is none like it at the first size */
    const struct simt_kernel_record *at2; /**< never NULL, with a sample */
    const struct simt_kernel_record *dry; /**< as it was noted at the size to come */
    bool is_level; /**< it is one of launches of several sizes (alike.h): its arguments or its grid may say
                      its own. What another launch does follows from the size, and not from its grid */
    double memory; /**< bytes that the program touches at the size to come, in all of its launches */
};

/** What is to be timed. */
struct simt_scaled {
    struct simt_kernel_record like; /**< the launch at n2, with the sample to be used */
    struct simt_scale scale;        /**< of the launch to come */
    struct simt_sample *grown;      /**< that sample if it was made for this; NULL if it is the one at n2 */
    double input;   /**< granules that the launch to come loads of what no launch has touched */
    double touched; /**< granules that it loads and stores */
    double bytes;   /**< bytes that its threads load and store, each as often as it is */
};

/** Granules of device memory that a sampled launch loads, and those that it stores to. */
double simt_touched_by(const struct simt_kernel_record *record);
/** Bytes of device memory that its threads load and store, each as often as it is. */
double simt_bytes_of(const struct simt_kernel_record *record);
/** Brings a launch to the size to come; to be freed. */
struct simt_scaled simt_scaled_launch(const struct simt_runs *runs);
/** Frees what was made for it. */
void simt_scaled_free(struct simt_scaled *scaled);

#endif
