/**
 * @file profile.h
 * @brief The device the engine stands in for: its limits, which programs can ask for, and its speeds, which
 *        the model (model.h) reckons with.
 *
 * A profile is a text file, one `key = value unit` a line, `#` for comments; `grader/simt/profiles/h200.txt`
 * is the example and lists every key. `measured = yes` says that its speeds were measured on that device.
 */
#ifndef SIMT_PROFILE_H
#define SIMT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One device. Sizes are bytes, rates are a second, times are seconds. */
struct simt_profile {
    char name[64];
    bool measured;    /**< the speeds below were measured, not read off a data sheet */
    char source[128]; /**< where the speeds come from */

    /** @name Limits, as `cudaGetDeviceProperties` gives them
     * @{ */
    uint32_t capability_major, capability_minor;
    uint32_t multiprocessors;
    uint32_t threads_per_multiprocessor, blocks_per_multiprocessor;
    uint32_t registers_per_multiprocessor;
    uint64_t shared_per_multiprocessor;
    uint64_t shared_per_block, shared_per_block_optin, shared_reserved_per_block;
    uint64_t memory_bytes, l2_bytes, constant_bytes;
    uint32_t memory_bus_bits;
    double clock_hz, memory_clock_hz;
    /** @} */

    /** @name Speeds
     * @{ */
    double copy_bandwidth;          /**< bytes a second read and written together by a large copy */
    double read_bandwidth;          /**< bytes a second of a large read */
    double issue_per_cycle;         /**< warp instructions a multiprocessor issues a cycle, at best */
    double issue_efficiency;        /**< part of that which well-filled kernels were seen to reach */
    double warp_issue_interval;     /**< cycles between dependent instructions of one warp */
    double memory_latency;          /**< of a load that misses every cache */
    double shared_latency;          /**< of a load from shared memory */
    double barrier_latency;         /**< of a block-wide barrier */
    double warp_requests_in_flight; /**< global requests one warp keeps under way */
    double global_atomic_rate;      /**< sectors of atomics a second, the whole device */
    double same_address_rate;       /**< atomics a second on one address */
    double shared_atomic_cycles;    /**< cycles a multiprocessor spends on one wavefront of shared atomics */
    /** @} */
};

/** The device of this run: `SIMT_DEVICE` (a built-in name or a file), or h200. Read once; a profile that
 * cannot be read ends the program with a message, for every figure would be about another device. */
const struct simt_profile *simt_profile(void);
/** The built-in profile called @p name, NULL if there is none. */
const struct simt_profile *simt_profile_builtin(const char *name);
/**
 * Reads a profile; keys it does not mention keep the values @p out came with.
 * @param why receives one sentence on the first bad line
 * @return false at a line that is no `key = value`, an unknown key, a wrong unit or a value out of range
 */
bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size);

#endif
