/**
 * @file counters.h
 * @brief What the CPU engine counted, read back from its report.
 */
#ifndef WARPLAB_COUNTERS_H
#define WARPLAB_COUNTERS_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

enum counter_traffic {
    GLOBAL_LOAD,
    GLOBAL_STORE,
    GLOBAL_ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    SHARED_ATOMIC,
    COUNTER_TRAFFIC_COUNT
};

/** Counters of one kernel launch, or summed over several. */
struct counters {
    double requests[COUNTER_TRAFFIC_COUNT];
    double bytes[COUNTER_TRAFFIC_COUNT];        /**< asked for by the lanes */
    double transactions[COUNTER_TRAFFIC_COUNT]; /**< sectors (global) or wavefronts (shared) */
    double barriers, warp_instructions, lane_instructions, atomic_serialization;
    double steps; /**< summed over launches: they follow each other */
    double work;
    double modelled_us;
    int launches;
};

/** Adds one entry of the engine report's `kernels` to @p sum. */
void counters_add(struct counters *sum, const cJSON *kernel);

/** @name Values that specs put bounds on
 * @{ */
/** Bytes that loads, stores and atomics asked of global memory, over the bytes of n ints. */
double counters_global_bytes_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from global memory, over the bytes of n ints. */
double counters_global_load_per_int(const struct counters *counters, int32_t n);
/** Bytes loaded from shared memory, over the bytes of n ints. */
double counters_shared_load_per_int(const struct counters *counters, int32_t n);
/** @} */

#endif
