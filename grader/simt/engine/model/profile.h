/**
 * @file profile.h
 * @brief The device the engine stands in for: its limits, which programs can ask for, and its speeds, which
 *        the model (model.h) reckons with.
 *
 * A profile is a text file, one `key = value unit` a line, `#` for comments. `grader/simt/profiles/h200.txt`
 * is the example: it has every key, in this struct's order. `grader/simt/profiles/measure` measures one.
 */
#ifndef SIMT_PROFILE_H
#define SIMT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One device. Sizes are in bytes, rates per second, times in seconds unless it says cycles. */
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

    /** @name Clock
     * @{ */
    double busy_clock_hz; /**< cycles per second that a kernel of 50 ms on all multiprocessors counts */
    /** @} */

    /** @name Device memory: large arrays, all multiprocessors
     * @{ */
    double
        copy_bandwidth; /**< bytes per second, read and written together, of cudaMemcpy within the device */
    double read_bandwidth;  /**< bytes per second, of a kernel that only reads, 16 bytes a load */
    double write_bandwidth; /**< the same, of one that only writes */
    double mixed_bandwidth; /**< bytes read and written together, of a kernel that copies */
    /** time a sector, if one of each 64 bytes is read, in times of one of read_bandwidth */
    double read_half_cost;
    double read_quarter_cost;  /**< the same, if one of each 128 bytes is */
    double read_random_cost;   /**< the same, for sectors in random order, one per lane, of 1 GiB */
    double write_half_cost;    /**< as read_half_cost, for whole sectors written, and write_bandwidth */
    double write_quarter_cost; /**< as read_quarter_cost */
    double write_random_cost;  /**< as read_random_cost */
    double write_partial_cost; /**< the same, if 4 bytes of every sector are written */
    /** cycles: the standard deviation of dram_latency, for lines that neighbouring warps load */
    double dram_deviation;
    /** cycles that a load waits beyond dram_latency while 25 % of read_bandwidth is used, by loads alone */
    double read_wait_25;
    double read_wait_50; /**< the same, 50 % */
    double read_wait_75; /**< the same, 75 % */
    double read_wait_90; /**< the same, 90 % */
    /** the same as read_wait_25, with as many stores as loads, and a part of mixed_bandwidth */
    double copy_wait_25;
    double copy_wait_50; /**< the same, 50 % */
    double copy_wait_75; /**< the same, 75 % */
    double copy_wait_90; /**< the same, 90 % */
    /** @} */

    /** @name Second-level cache, all multiprocessors
     * @{ */
    /** bytes per second that hit: a quarter of the cache, read again and again past L1 */
    double l2_read_bandwidth;
    double l2_read_sector_rate;   /**< sectors per second that hit, each of another line */
    double l2_write_bandwidth;    /**< the same as l2_read_bandwidth, written */
    double l2_write_sector_rate;  /**< sectors per second that are written whole, each of another line */
    double l2_write_partial_rate; /**< the same, of which 4 bytes are written */
    /** bytes of the array of which half hits, if all multiprocessors read it from its beginning to
     * its end again and again */
    double l2_effective_bytes;
    /** @} */

    /** @name One multiprocessor, from 32 warps of one block
     * @{ */
    double l1_bytes_per_cycle;   /**< bytes per cycle, of loads of 16 bytes per lane that hit L1 */
    double l2_bytes_per_cycle;   /**< bytes per cycle, the same, that hit L2 */
    double dram_bytes_per_cycle; /**< bytes per cycle, the same, from device memory */
    /** bytes of the footprint, without shared memory, at which a load in random order takes half-
     * way between L1 and L2 */
    double l1_effective_bytes;
    /** per cycle: loads of 4 bytes per lane, neighbours side by side, that hit L1 */
    double l1_requests_per_cycle;
    double l1_requests_per_cycle_8;  /**< per cycle: the same, of 8 bytes per lane */
    double l1_requests_per_cycle_16; /**< per cycle: the same, of 16 */
    /** per cycle: sectors of loads of 32 neighbouring sectors, 4 bytes of each, that hit L1 */
    double l1_sectors_per_cycle;
    /** per cycle: lines of loads of one sector in each of 32 lines of 128 bytes, that hit L1 */
    double l1_lines_per_cycle;
    /** the same where each of the 32 words is in another bank, as in shared memory */
    double l1_spread_lines_per_cycle;
    double l2_requests_per_cycle; /**< per cycle: loads of one sector that hit L2 */
    double l2_sectors_per_cycle;  /**< per cycle: sectors of loads of 32 neighbouring sectors that hit L2 */
    double
        l2_lines_per_cycle; /**< per cycle: lines of loads of one sector in each of 32 lines, that hit L2 */
    /** per cycle: stores of 4 bytes per lane, neighbours side by side, that stay in L2 */
    double store_requests_per_cycle;
    /** per cycle: sectors of stores of 4 bytes in each of 32 neighbouring sectors */
    double store_sectors_per_cycle;
    double store_bytes_per_cycle; /**< bytes per cycle, of stores of 16 bytes per lane */
    /** loads of one sector under way to device memory: the most per cycle times dram_latency */
    double most_requests_in_flight;
    double most_sectors_in_flight; /**< sectors under way likewise, of loads of 16 bytes per lane */
    /** @} */

    /** @name Latency: from a load to the next one, whose address it gives, of one warp on an idle device
     * @{ */
    double l1_latency;   /**< cycles of a load that hits L1 */
    double l2_latency;   /**< cycles of one that hits L2: the mean of all of its slices, near and far */
    double dram_latency; /**< cycles of one from device memory, in a range of 16 MiB */
    /** cycles: the same, in a range of 1 GiB, where addresses have to be translated too */
    double dram_random_latency;
    double shared_load_latency;   /**< cycles of a load from shared memory */
    double constant_latency;      /**< cycles of a load from constant memory that hits its cache */
    double shared_atomic_latency; /**< cycles of an addition in shared memory whose result is used */
    double global_atomic_latency; /**< cycles: the same, in global memory */
    /** @} */

    /** @name Issue: warp instructions per cycle of one multiprocessor, from 32 warps, and cycles from one to
     *        the next that needs its result
     * @{ */
    /** per cycle: integer instructions and multiply-adds in turn, which read one register each: what
     * the schedulers start */
    double mixed_issue_per_cycle;
    /** per cycle: registers that instructions of three different ones get: the ports, which limit
     * what schedulers start */
    double register_reads_per_cycle;
    double iadd_per_cycle;  /**< per cycle: integer addition of three operands */
    double iadd_latency;    /**< cycles of the same */
    double logic_per_cycle; /**< per cycle: bitwise logic of three operands */
    double logic_latency;   /**< cycles of the same */
    /** per cycle: a comparison and a selection by it, as two instructions: the latency is of both */
    double select_per_cycle;
    double select_latency; /**< cycles of the same */
    /** per cycle: multiply-add in single precision, of one register: of three, the ports limit it */
    double fma_per_cycle;
    double fma_latency;    /**< cycles of the same */
    double imad_per_cycle; /**< per cycle: multiply-add of integers */
    double imad_latency;   /**< cycles of the same */
    double fp64_per_cycle; /**< per cycle: multiply-add in double precision, likewise */
    double fp64_latency;   /**< cycles of the same */
    /** per cycle: approximate reciprocal square root, as reciprocals, powers and logarithms are */
    double special_per_cycle;
    double special_latency; /**< cycles of the same */
    /** per cycle: approximate sine, as one instruction, though it is two: a multiplication comes
     * first */
    double sine_per_cycle;
    double sine_latency;         /**< cycles of the same */
    double to_integer_per_cycle; /**< per cycle: conversion from single precision to integer */
    double to_integer_latency;   /**< cycles of the same */
    double to_float_per_cycle;   /**< per cycle: conversion from integer to single precision */
    double to_float_latency;     /**< cycles of the same */
    double to_double_per_cycle;  /**< per cycle: conversion between single and double precision */
    double to_double_latency;    /**< cycles of the same */
    double popc_per_cycle;       /**< per cycle: count of bits */
    double popc_latency;         /**< cycles of the same */
    double shuffle_per_cycle;    /**< per cycle: exchange between lanes */
    double shuffle_latency;      /**< cycles of the same */
    double vote_per_cycle; /**< per cycle: ballot, with the comparison that it is of, as one instruction */
    double vote_latency;   /**< cycles of the same */
    /** cycles from the instruction before a taken branch to the first one behind it */
    double branch_latency;
    double syncwarp_latency; /**< cycles of __syncwarp() in a warp that is together already */
    /** @} */

    /** @name Shared memory: one multiprocessor, 32 warps
     * @{ */
    double shared_wavefronts_per_cycle;       /**< per cycle: of loads without bank conflicts */
    double shared_store_wavefronts_per_cycle; /**< per cycle: the same, of stores */
    /** cycles of each further wavefront of a load with conflicts: of 32, the mean */
    double shared_conflict_cycles;
    /** cycles of __syncthreads() in a block of one warp: from its arrival to the warp's next instruction */
    double barrier_latency;
    /** cycles: for which the barriers of a multiprocessor are busy with each warp that arrives */
    double barrier_arrival_cycles;
    /** cycles: for which each barrier of a block keeps the path to shared memory from requests */
    double barrier_path_cycles;
    /** cycles of a barrier of a tile of several warps: from the last arrival to the next instruction */
    double tile_barrier_latency;
    /** cycles: for which those barriers of a multiprocessor are busy with each warp that arrives */
    double tile_barrier_arrival_cycles;
    /** cycles: for which a warp's fence for its block keeps the path to shared memory */
    double block_fence_cycles;
    /** @} */

    /** @name Atomics in shared memory: cycles of one multiprocessor, 32 warps
     * @{ */
    double shared_add_cycles;           /**< cycles of a request of an addition of integers, 32 banks */
    double shared_add_conflict_cycles;  /**< cycles of each further lane with another word of the same bank */
    double shared_add_same_word_cycles; /**< cycles of each further lane with the same word */
    /** cycles of a request of an addition of 1, for which compilers have an instruction of its own,
     * 32 banks */
    double shared_increment_cycles;
    /** cycles of each further lane with another word of the same bank */
    double shared_increment_conflict_cycles;
    double shared_increment_same_word_cycles; /**< cycles of each further lane with the same word */
    double shared_cas_cycles;                 /**< cycles of a request of a compare-and-swap, 32 banks */
    double shared_cas_conflict_cycles;  /**< cycles of each further lane with another word of the same bank */
    double shared_cas_same_word_cycles; /**< cycles of each further lane with the same word */
    /** cycles of a request of an addition of floats, which is a loop around a compare-and-swap, 32
     * banks */
    double shared_float_add_cycles;
    double shared_float_add_same_word_cycles; /**< cycles of each further lane with the same word */
    double shared_float_add_latency; /**< cycles of the same for one warp, 32 banks: from one to the next */
    /** @} */

    /** @name Atomics in global memory, results unused, all multiprocessors. A sector of a request takes a
     *        turn of its slice, and lanes with the same word take one each. A launch takes the longest of
     * what these rates say
     * @{ */
    /** lanes per second, neighbours side by side in any line of 16 MiB: 8 for each sector */
    double atomic_word_rate;
    double atomic_sector_rate; /**< lanes per second, each with a sector of its own, random in 16 MiB */
    /** sectors per second of one slice of L2: of requests whose lanes lie side by side in one line */
    double atomic_slice_rate;
    /** bytes after which another slice takes over: as many lie in one of so many slices as are at
     * work */
    double atomic_slice_bytes;
    double atomic_request_rate; /**< requests per second, of one lane each, random in 16 MiB */
    double atomic_address_rate; /**< requests per second on one word, of one lane each */
    /** lanes per second on one word, of 32 lanes each: each of them takes its turn */
    double atomic_address_lane_rate;
    double atomic_result_word_rate;    /**< as atomic_word_rate, results used */
    double atomic_result_sector_rate;  /**< as atomic_sector_rate, results used */
    double atomic_result_address_rate; /**< as atomic_address_rate, results used */
    double atomic_float_address_rate;  /**< as atomic_address_rate, of floats */
    double atomic_cas_address_rate;    /**< as atomic_address_rate, of compare-and-swap */
    /** by how much longer a launch takes that is bound by loads from device memory, for atomics in four
     * slices of L2: in times of what those take alone */
    double atomic_load_cost;
    /** @} */

    /** @name Blocks
     * @{ */
    double block_rate;      /**< blocks per second that the device starts, of one thread, which do nothing */
    double wide_block_rate; /**< the same, of 1024 threads */
    /** cycles from a block's last instruction to its successor's first one on a multiprocessor that
     * holds one */
    double block_start_cycles;
    /** seconds from a block's store, with a fence, to the load by which another one that waits has
     * seen it, and stores */
    double flag_latency;
    /** @} */

    /** @name Launches and other calls
     * @{ */
    double launch_time;   /**< seconds: what events show for an empty kernel */
    double launch_period; /**< seconds from launch to launch of empty kernels, one after the other */
    double launch_gap; /**< seconds between a kernel's end and the next one's start, if the host is ahead */
    /** seconds: launch_period of cooperative launches, beyond that of others */
    double cooperative_launch_extra;
    /** seconds of a barrier of the grid, a block of 256 threads on each multiprocessor */
    double grid_sync_time;
    double memset_time;      /**< seconds from one cudaMemsetAsync of 4 KiB to the next */
    double device_copy_time; /**< seconds from one cudaMemcpyAsync of 4 KiB within the device to the next */
    double synchronize_time; /**< seconds of the host: an empty launch and cudaDeviceSynchronize() */
    /** bytes: device memory is mapped in pieces of so many, which smaller allocations share */
    uint64_t allocation_granularity;
    double allocate_time;        /**< seconds of the host: cudaMalloc of one such piece */
    double free_time;            /**< seconds of the host: its cudaFree */
    double allocate_bandwidth;   /**< bytes per second by which cudaMalloc of 1 GiB takes longer */
    double free_bandwidth;       /**< bytes per second by which its cudaFree takes longer */
    double small_allocate_time;  /**< seconds of the host: cudaMalloc of 4 KiB where a piece has room */
    double small_free_time;      /**< seconds of the host: its cudaFree, which leaves the piece mapped */
    double pinned_allocate_time; /**< seconds of the host: cudaMallocHost of 4 KiB */
    double pinned_free_time;     /**< seconds of the host: its cudaFreeHost */
    double pool_allocate_time; /**< seconds of the host: the first cudaMallocAsync behind a synchronization */
    double register_time;      /**< seconds of the host: cudaHostRegister of 8 KiB */
    double unregister_time;    /**< seconds of the host: its cudaHostUnregister */
    /** seconds between a kernel's end and the next one's start, with a function of the host between them:
     * behind a kernel of 5 us */
    double host_function_time;
    /** @} */

    /** @name Copies between host and device: cudaMemcpy, of 64 MiB, and of 4 bytes
     * @{ */
    double to_device_bandwidth;        /**< bytes per second to the device, pageable memory */
    double to_device_time;             /**< seconds of a copy of 4 bytes, likewise */
    double to_host_bandwidth;          /**< bytes per second to the host, pageable memory */
    double to_host_time;               /**< seconds of a copy of 4 bytes, likewise */
    double pinned_to_device_bandwidth; /**< bytes per second to the device, pinned memory */
    double pinned_to_device_time;      /**< seconds of a copy of 4 bytes, likewise */
    double pinned_to_host_bandwidth;   /**< bytes per second to the host, pinned memory */
    double pinned_to_host_time;        /**< seconds of a copy of 4 bytes, likewise */
    /** @} */

    /** @name The host of the measured device
     * @{ */
    double host_element_time; /**< seconds: an int that a plain serial loop adds up, 256 MiB of them */
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
/** Makes of @p out a profile of which nothing is known: each key is missing. */
void simt_profile_clear(struct simt_profile *out);
/**
 * Reads a profile; keys it does not mention keep the values @p out came with.
 * @param why receives one sentence on what is wrong
 * @return false at a line that is no `key = value unit`, an unknown key, a unit of another kind, a value out
 *   of its key's range, or if a key is missing
 */
bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size);

#endif
