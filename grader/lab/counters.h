/**
 * @file counters.h
 * @brief The CPU engine's counters, read from its report.
 */
#ifndef WARPLAB_COUNTERS_H
#define WARPLAB_COUNTERS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Memory traffic by space and kind; the global ones come first. */
enum counter_traffic {
    GLOBAL_LOAD,
    GLOBAL_STORE,
    GLOBAL_ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    SHARED_ATOMIC,
    COUNTER_TRAFFIC_COUNT
};

/** One launch: the values that bounds use. */
struct counter_launch {
    double blocks;            /**< of its grid */
    double threads;           /**< of a block */
    double steps;             /**< barrier intervals on the longest path */
    double warp_instructions; /**< issued */
    double longest_warp;      /**< issued by the warp that issued the most */
    double steps_alike;       /**< summed over all launches with its grid and block, for example an up-sweep
                                 and a down-sweep */
    bool counts_operations;   /**< its work is operations through wl_add(); otherwise lane stores */
};

/** Counters of one kernel launch, or summed over several. */
/** All numbers are as docs/using-simtcc.md defines them, under the same names. */
struct counters {
    double requests[COUNTER_TRAFFIC_COUNT];     /**< of warps, one for all active lanes */
    double bytes[COUNTER_TRAFFIC_COUNT];        /**< requested by the lanes */
    double transactions[COUNTER_TRAFFIC_COUNT]; /**< sectors (global) or wavefronts (shared) */
    double barriers;                            /**< one per block */
    double thread_barriers;        /**< threads that reached a barrier of their block, summed over barriers,
                                      plus all launched threads: launches wait for each other */
    double warp_instructions;      /**< issued by warps */
    double active_instructions;    /**< those for which at least one lane was active */
    double lane_instructions;      /**< active lanes, summed over these */
    double atomic_serialization;   /**< the most lanes on one address, summed over atomic requests */
    double global_broadcast_bytes; /**< of loads of one word by all active lanes: of all but one lane */
    double shared_atomic_words;    /**< words of shared memory used by atomics, summed over blocks */
    double steps;                  /**< summed over launches, which run one after another */
    double
        work; /**< operations through wl_add() and similar, or lane stores: see counters_are_operations() */
    double shuffles;   /**< values that lanes passed to shuffles */
    double host_bytes; /**< copied between host and device, or accessed by host code, in the whole launcher */
    double launches;   /**< the number of launches in the sum */
    struct counter_launch heaviest; /**< the launch that issued the most warp instructions */
};

/** Adds one entry of the engine report's `kernels` to @p sum. */
void counters_add(struct counters *sum, const cJSON *kernel);
/** The product of a launch's three sizes: of its "grid", or "block". */
double counters_volume(const cJSON *launch, const char *name);
/** The number of launches that an entry of the report covers: its "launches", or 1. */
double counters_launches(const cJSON *kernel);

/** @name Values that specs bound
 * @{ */
/** Bytes of loads (as the next one), stores and atomics on global memory, over the bytes of n ints. */
double counters_global_bytes_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from global memory, over the bytes of n ints. If all active lanes load one word, it counts
 * once. */
double counters_global_load_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from shared memory, over the bytes of n ints. */
double counters_shared_load_per_int(const struct counters *counters, int32_t n);
/** Work of all launches, over n; for its unit see counters_are_operations(). */
double counters_work_per_element(const struct counters *counters, int32_t n);
/** The same plus the values that lanes passed to shuffles: stores, if the work is stores. */
double counters_stores_per_element(const struct counters *counters, int32_t n);
/** Wavefronts of shared loads and stores, over their requests; 0 without any. */
double counters_wavefronts_per_request(const struct counters *counters, int32_t n);
/** In the heaviest launch, the instructions of the warp that issued the most, over the mean of all warps: 1
 * if all warps issue the same number. */
double counters_imbalance(const struct counters *counters, int32_t n);
/** The average number of active lanes per instruction, of 32. */
double counters_active_lanes(const struct counters *counters, int32_t n);
/** Whether the heaviest launch counted operations through wl_add() as its work. */
bool counters_are_operations(const struct counters *counters);
/** Whether it counted lane stores, because there were no such operations. */
bool counters_are_stores(const struct counters *counters);
/** @} */

#endif
