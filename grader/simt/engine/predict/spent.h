/**
 * @file spent.h
 * @brief What the time of a program is spent on.
 */
#ifndef SIMT_SPENT_H
#define SIMT_SPENT_H

#include "engine/timing/launch_time.h"
#include "engine/timing/timeline.h"
#include "simt/simt.h"

/** Launches with one bound. */
struct simt_spent_on {
    double us;         /**< of all of them */
    double bound_us;   /**< of it, for as long as the bound's part is busy, or warps wait for it */
    double longest_us; /**< of the longest one */
    size_t longest;    /**< its place in the list of kernels */
    uintptr_t place;   /**< where most of its bound is: a code address; 0: unknown */
};

/** All launches, by their bound. Zeroed, it has none. */
struct simt_spent {
    struct simt_spent_on kernels[SIMT_BOUNDS]; /**< by bound */
};

/** Adds a launch. */
void simt_spent_add(struct simt_spent *spent, size_t kernel, const struct simt_launch_time *time);
/**
 * Finds what most of the time is spent on: launches with one bound, or launching, copies, the host's own
 * work.
 * @param out  has the time; receives the bound, its share, its file and its line
 * @return the bound; SIMT_BOUND_NONE if it is not in kernels
 */
enum simt_bound simt_spent_most(const struct simt_spent *spent, const struct simt_timeline *line,
                                struct simt_prediction *out);

#endif
