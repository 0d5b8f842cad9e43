/**
 * @file counters.h
 * @brief What the CPU engine counted, read back from its report.
 */
#ifndef WARPLAB_COUNTERS_H
#define WARPLAB_COUNTERS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What touches memory, by space and kind; the global ones come first. */
enum counter_traffic {
    GLOBAL_LOAD,
    GLOBAL_STORE,
    GLOBAL_ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    SHARED_ATOMIC,
    COUNTER_TRAFFIC_COUNT
};

/** One launch, as far as bounds ask for it. */
struct counter_launch {
    double blocks;            /**< of its grid */
    double threads;           /**< of a block */
    double steps;             /**< barrier intervals on the longest path */
    double warp_instructions; /**< issued */
    double longest_warp;      /**< those of the warp that issued most */
    double steps_alike;       /**< of all launches with its grid and block, such as one an up-sweep and one a
                                 down-sweep */
    bool counts_operations;   /**< its work is operations through wl_add(); else lane stores */
};

/** Counters of one kernel launch, or summed over several. */
/** All numbers are as docs/using-simtcc.md defines them, under the same names. */
struct counters {
    double requests[COUNTER_TRAFFIC_COUNT];     /**< of warps, each for its active lanes */
    double bytes[COUNTER_TRAFFIC_COUNT];        /**< asked for by the lanes */
    double transactions[COUNTER_TRAFFIC_COUNT]; /**< sectors (global) or wavefronts (shared) */
    double barriers;                            /**< of blocks */
    double thread_barriers;      /**< threads that came to a barrier of their block, summed over barriers, and
                                    threads launched: launches wait for each other */
    double warp_instructions;    /**< issued by warps */
    double active_instructions;  /**< those of them for which some lane was active */
    double lane_instructions;    /**< active lanes of those, summed */
    double atomic_serialization; /**< of each atomic request the most lanes on one address, summed */
    double global_broadcast_bytes; /**< asked for by all lanes but the first of those that load one word */
    double shared_atomic_words; /**< words of shared memory on which atomics were used, summed over blocks */
    double steps;               /**< summed over launches: they follow each other */
    double
        work; /**< operations through wl_add() and its kin, or lane stores: see counters_are_operations() */
    double shuffles;   /**< values that lanes handed to a shuffle */
    double host_bytes; /**< copied between host and device, or touched by host code, by all of the launcher */
    double launches;   /**< how many were added up */
    struct counter_launch heaviest; /**< the launch that issued most warp instructions */
};

/** Adds one entry of the engine report's `kernels` to @p sum. */
void counters_add(struct counters *sum, const cJSON *kernel);
/** The product of a launch's three sizes: of its "grid", or "block". */
double counters_volume(const cJSON *launch, const char *name);
/** How many launches an entry of the report stands for: one, or as many as it says. */
double counters_launches(const cJSON *kernel);

/** @name Values that specs put bounds on
 * @{ */
/** Bytes that loads, stores and atomics asked of global memory, over the bytes of n ints. */
double counters_global_bytes_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from global memory, over the bytes of n ints. A word that several lanes load at once counts
 * once. */
double counters_global_load_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from shared memory, over the bytes of n ints. */
double counters_shared_load_per_int(const struct counters *counters, int32_t n);
/** Work of all launches, over n; what it counts, see the next two. */
double counters_work_per_element(const struct counters *counters, int32_t n);
/** The same with the values that lanes handed to shuffles: stores, where the work is stores. */
double counters_stores_per_element(const struct counters *counters, int32_t n);
/** Wavefronts of shared loads and stores, over their requests; 0 without any. */
double counters_wavefronts_per_request(const struct counters *counters, int32_t n);
/** In the heaviest launch, instructions of the warp that issued most, over the mean of all warps: 1 where
 * each does as much. */
double counters_imbalance(const struct counters *counters, int32_t n);
/** Lanes that are active in an instruction, of 32, on average. */
double counters_active_lanes(const struct counters *counters, int32_t n);
/** Whether the heaviest launch counted operations through wl_add() as its work. */
bool counters_are_operations(const struct counters *counters);
/** Whether it counted lane stores, for want of those. */
bool counters_are_stores(const struct counters *counters);
/** @} */

#endif
