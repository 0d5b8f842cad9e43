/**
 * @file speeds.h
 * @brief The modelled times of a lab's solution and of its naive version, and their times on a GPU, recorded
 * by `make references`.
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

/** The program whose speed it is. */
enum speed_way { WAY_REFERENCE, WAY_NAIVE, WAY_COUNT };
/** In the table: "reference", "naive". */
extern const char *const speed_way_names[WAY_COUNT];

/** A device that speeds are recorded for. */
struct speed_profile {
    char name[32];          /**< of the engine's profile */
    double multiprocessors; /**< their number */
    double clock_mhz;       /**< their clock */
    double copy_gbps;       /**< read and written, 10^9 bytes a second */
};

/** The time of a way on a device. */
struct speed {
    int32_t n;           /**< elements */
    double us;           /**< the whole time: the sum of the following */
    double kernels_us;   /**< in kernels */
    double launches_us;  /**< to launch them */
    double copies_us;    /**< in copies and fills */
    double host_us;      /**< in the host's own work */
    char bound[24];      /**< what most of the time is spent on */
    double share;        /**< that share of the time */
    double instructions; /**< executed by all threads; slightly different between compiler versions */
};

/** The counters of a way: the same on every device. */
struct speed_counted {
    int32_t n;           /**< elements of the measured case */
    double launches;     /**< of kernels */
    double sectors;      /**< of global memory: loads, stores and atomics */
    double wavefronts;   /**< of shared memory, likewise */
    double atomics;      /**< requests, global and shared */
    double barriers;     /**< of blocks */
    double instructions; /**< of warps; slightly different between compiler versions */
};

/** Whether a table was recorded for a spec with this sum, or does not name one. */
bool speeds_are_of(const char *const *table, const char *sum);
/** The i-th profile of a table. @return false if there are no more */
bool speeds_profile(const char *const *table, size_t i, struct speed_profile *profile);
/** Looks up a time. @return false if it is not in the table, or invalid: one of its figures is missing,
 * negative or not finite, or they do not add up */
bool speeds_find(const char *const *table, const char *task, enum speed_way way, const char *profile,
                 struct speed *speed);
/** Looks up the time on a GPU for @p n elements. @return microseconds; 0 if nothing is recorded */
double speeds_measured(const char *const *table, const char *task, enum speed_way way, const char *profile,
                       int32_t n);
/** Instructions for @p n elements, of the way that runs more; 0 if that is not recorded. */
double speeds_instructions(const char *const *table, const char *task, int32_t n);
/** Looks up counters. @return false if they are not in the table */
bool speeds_counted(const char *const *table, const char *task, enum speed_way way,
                    struct speed_counted *counted);

#endif
