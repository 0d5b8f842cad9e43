/**
 * @file launches.h
 * @brief Launches that are alike, added up: a program may make any number of them.
 */
#ifndef SIMT_LAUNCHES_H
#define SIMT_LAUNCHES_H

#include "engine/model/kernels.h"

/** The most groups; launches of further kinds are added to the last. */
enum { LAUNCH_GROUPS = 1000 };

/** Launches of one kernel with the same grid and block. */
struct launch_group {
    size_t first;             /**< the number of the first of them */
    uint64_t launches;        /**< how many */
    struct simt_counters sum; /**< what they counted together */
};

/**
 * Groups the launches from number @p from on, in the order of their first ones.
 * @param groups room for LAUNCH_GROUPS
 * @return how many groups there are
 */
size_t launches_group(struct launch_group *groups, size_t from);

#endif
