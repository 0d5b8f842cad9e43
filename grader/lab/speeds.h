/**
 * @file speeds.h
 * @brief What the timing model said of a lab's solution and of its naive way, and what a GPU took for them,
 * as `make references` recorded it.
 *
 * Each lab has a table of lines (grader/course/labN/speed.h), which ends with NULL:
 *
 *     spec SUM
 *     profile NAME MULTIPROCESSORS CLOCK_MHZ COPY_GBPS
 *     counted TASK WAY N LAUNCHES SECTORS WAVEFRONTS ATOMICS BARRIERS INSTRUCTIONS
 *     speed TASK WAY PROFILE N US KERNELS_US LAUNCHES_US COPIES_US HOST_US BOUND SHARE INSTRUCTIONS
 *     measured TASK WAY PROFILE N US
 *
 * WAY is `reference` or `naive`. Times are microseconds.
 */
#ifndef WARPLAB_SPEEDS_H
#define WARPLAB_SPEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whose speed it is. */
enum speed_way { WAY_REFERENCE, WAY_NAIVE, WAY_COUNT };
/** In the table: "reference", "naive". */
extern const char *const speed_way_names[WAY_COUNT];

/** A device that speeds are recorded for. */
struct speed_profile {
    char name[32];          /**< of the engine's profile */
    double multiprocessors; /**< that it has */
    double clock_mhz;       /**< of them */
    double copy_gbps;       /**< read and written, 10^9 bytes a second */
};

/** The time of a way on a device. */
struct speed {
    int32_t n;           /**< elements */
    double us;           /**< all of it; the sum of the following */
    double kernels_us;   /**< in kernels */
    double launches_us;  /**< to launch them */
    double copies_us;    /**< in copies and fills */
    double host_us;      /**< in the host's own work */
    char bound[24];      /**< what most of the time is spent on */
    double share;        /**< of the time, that part */
    double instructions; /**< that all threads ran; they differ a little with the compiler's version */
};

/** What was counted of a way: the same on every device. */
struct speed_counted {
    int32_t n;           /**< elements of the measured case */
    double launches;     /**< of kernels */
    double sectors;      /**< of global memory: loads, stores and atomics */
    double wavefronts;   /**< of shared memory, likewise */
    double atomics;      /**< requests, global and shared */
    double barriers;     /**< of blocks */
    double instructions; /**< of warps; they differ a little with the compiler's version */
};

/** Whether a table was recorded for a spec with this sum, or does not say for which. */
bool speeds_are_of(const char *const *table, const char *sum);
/** The i-th profile of a table. @return false if there are no more */
bool speeds_profile(const char *const *table, size_t i, struct speed_profile *profile);
/** Looks up a time. @return false if it is not in the table, or is no time: one of its figures is missing,
 * negative or not finite, or they do not add up */
bool speeds_find(const char *const *table, const char *task, enum speed_way way, const char *profile,
                 struct speed *speed);
/** Looks up how long a GPU took, for @p n elements. @return microseconds; 0 if nothing is recorded */
double speeds_measured(const char *const *table, const char *task, enum speed_way way, const char *profile,
                       int32_t n);
/** Instructions that a way runs for @p n elements, of both the more; 0 if that is not recorded. */
double speeds_instructions(const char *const *table, const char *task, int32_t n);
/** Looks up counters. @return false if they are not in the table */
bool speeds_counted(const char *const *table, const char *task, enum speed_way way,
                    struct speed_counted *counted);

#endif
