/**
 * @file profile.h
 * @brief The device the engine stands in for: its limits, which programs can ask for, and its speeds, which
 *        the model (model.h) reckons with.
 *
 * A profile is a text file, one `key = value unit` a line, `#` for comments. `grader/simt/profiles/h200.txt`
 * is the example: it has every key, in this struct's order, and says where its figures come from.
 */
#ifndef SIMT_PROFILE_H
#define SIMT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One device. Sizes are in bytes, rates a second, times in seconds unless it says cycles. */
struct simt_profile {
    char name[32];    /**< short: "h200" */
    char device[128]; /**< as `cudaDeviceProp::name` has it */
    bool measured;    /**< the speeds were measured on this device, not read off a data sheet */
    char source[128]; /**< where the speeds come from */

    /** @name Limits, as `cudaGetDeviceProperties` gives them
     * @{ */
    uint32_t capability_major;             /**< of the compute capability */
    uint32_t capability_minor;             /**< 9.0 has 0 */
    uint32_t multiprocessors;              /**< how many there are */
    uint32_t threads_per_multiprocessor;   /**< resident at a time */
    uint32_t blocks_per_multiprocessor;    /**< resident at a time */
    uint32_t registers_per_multiprocessor; /**< of 32 bits */
    uint64_t shared_per_multiprocessor;    /**< shared memory, bytes */
    uint64_t shared_per_block;             /**< bytes a block may have without asking */
    uint64_t shared_per_block_optin;       /**< bytes it may have if it asks */
    uint64_t shared_reserved_per_block;    /**< bytes the system takes for itself */
    uint64_t memory_bytes;                 /**< device memory */
    uint64_t l2_bytes;                     /**< second-level cache */
    uint64_t constant_bytes;               /**< constant memory */
    uint32_t memory_bus_bits;              /**< width of the bus to device memory */
    double clock_hz;                       /**< of the multiprocessors */
    double memory_clock_hz;                /**< of device memory */
    /** @} */

    /** @name Speeds
     * @{ */
    double copy_bandwidth;   /**< bytes a second, read and written together, of a large copy */
    double read_bandwidth;   /**< bytes a second of a large read */
    double bytes_per_cycle;  /**< that one multiprocessor can move to and from global memory */
    double issue_per_cycle;  /**< warp instructions one multiprocessor can start a cycle */
    double issue_efficiency; /**< part of that which well-filled kernels were seen to reach */
    double
        instruction_latency; /**< cycles from an instruction to one of the same warp that needs its result */
    double memory_latency;   /**< seconds, of a load that misses the caches */
    double shared_latency;   /**< cycles, of a load from shared memory */
    double barrier_latency;  /**< cycles, of a block-wide barrier */
    double requests_in_flight;   /**< global loads one warp has under way in a plain loop */
    double block_rate;           /**< blocks a second the device can start */
    double atomic_rate;          /**< sectors of global atomics a second, addresses far apart */
    double same_address_rate;    /**< the same, all on one address */
    double atomic_contention;    /**< how soon the first falls to the second: see model.c */
    double shared_atomic_cycles; /**< cycles of a multiprocessor a wavefront of shared atomics */
    /** @} */
};

/** The device of this run: `SIMT_DEVICE` (a built-in name, else a file), by default h200. Chosen once. A
 * profile that cannot be read ends the program with a message, for every figure would be another device's. */
const struct simt_profile *simt_profile(void);
/** Blocks of @p threads threads and @p shared bytes of shared memory that one multiprocessor holds at a time.
 */
uint32_t simt_blocks_per_multiprocessor(uint64_t threads, uint64_t shared);
/** Multiprocessors that hold a launch's blocks. For a cooperative launch these are all, for another one as
 * many as simt_set_multiprocessors() said. A program is told of no others. */
uint32_t simt_multiprocessors_for(bool cooperative);
/** The built-in profile called @p name, NULL if there is none. */
const struct simt_profile *simt_profile_builtin(const char *name);
/**
 * Reads a profile; keys it does not mention keep the values @p out came with.
 * @param why receives one sentence on what is wrong
 * @return false at a line that is no `key = value unit`, an unknown key, a unit of another kind, a value out
 *   of range, or if a figure that the model needs is missing
 */
bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size);

#endif
