/**
 * @file timeline.h
 * @brief The time of a program: its kernels, and the host's time to launch them, to copy, to wait and to
 *        work on its own.
 *
 * The host and the device have a clock each. A launch is queued and the host goes on; at a wait, both
 * continue from the later clock. Streams are treated as one: nothing overlaps on the device.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/model/host_calls.h"
#include "engine/model/profile.h"

/** Times in microseconds since an idle start. Zeroed, it is at that start. */
struct simt_timeline {
    double host;           /**< when the host has made its calls so far */
    double device;         /**< when the device has done all so far */
    uint64_t accessed;     /**< bytes that host code had read and written by then (host_calls.h) */
    uint64_t instructions; /**< that host code had run by then */
    uint64_t small;        /**< bytes of live allocations that share pieces of device memory */
    bool is_pool_mapped;   /**< pools have mapped memory since the host last waited */
    bool is_host_awake;    /**< the last call was a host function */
    /** @name Breakdown of the time; the sum is simt_timeline_us()
     * @{ */
    double kernels;  /**< in kernels */
    double launches; /**< to launch them, with the device idle */
    double copies;   /**< in copies and fills */
    double host_own; /**< in the host's own work, allocations and waits, with the device idle */
                     /** @} */
};

/** The host has made a call. @param kernel_us of a launch: the time of its kernel */
void simt_timeline_call(struct simt_timeline *line, const struct simt_host_call *call, double kernel_us,
                        const struct simt_profile *profile);
/** The host has read and written so many bytes, and run so many instructions, since the program began. */
void simt_timeline_host_work(struct simt_timeline *line, uint64_t accessed, uint64_t instructions,
                             const struct simt_profile *profile);
/** The time until all is done. */
double simt_timeline_us(const struct simt_timeline *line);
