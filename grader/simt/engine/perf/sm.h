/**
 * @file sm.h
 * @brief The time that one multiprocessor needs for the blocks of a launch, by simulation of sampled blocks.
 *
 * The resident warps run their operations in chronological order. Each part of the machine serves one request
 * after another, and a warp waits for what it needs: the results of loads, barriers, a scheduler. The method
 * is that of trace-driven models such as PPT-GPU (Arafa et al., "PPT-GPU: Scalable GPU performance modeling",
 * IEEE CAL 2019; "Hybrid, scalable, trace-driven performance modeling of GPGPUs", SC 2021), with interval
 * analysis (Huang et al., "GPUMech", MICRO 2014) replaced by the simulation of intervals; sm_costs.h has what
 * each part costs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/model/profile.h"
#include "engine/perf/sample.h"
#include "simt/code_info.h"

/** Parts of a machine that serve one request after another. */
enum simt_machine_part {
    SIMT_PART_ISSUE,   /**< the schedulers */
    SIMT_PART_UNITS,   /**< the arithmetic units */
    SIMT_PART_SHARED,  /**< the path to shared memory and the L1 cache */
    SIMT_PART_PORT,    /**< the path to the L2 cache */
    SIMT_PART_L2,      /**< a multiprocessor's share of the L2 cache */
    SIMT_PART_L2_TAGS, /**< likewise, of its tag lookup */
    SIMT_PART_DRAM,    /**< a multiprocessor's share of device memory */
    SIMT_PART_STARTS,  /**< the launch of blocks */
    SIMT_PART_ATOMICS, /**< no part of its own: the path to shared memory while it serves atomics */
    SIMT_PART_UPDATES, /**< no part of its own: the L2 cache while it looks up operands of atomics */
    SIMT_PART_BARRIER, /**< the unit that counts the warps' arrivals at barriers */
    SIMT_PARTS
};

/** Shares of device memory's bandwidth for which the wait of loads is known. */
enum { SIMT_DRAM_WAITS = 5 };
/** Their values. */
extern const double simt_dram_busy[SIMT_DRAM_WAITS];

/** The classes of shared atomics. */
enum { SIMT_ATOMIC_CLASSES = 3 };

/** Costs, in cycles. A cost is the time a part is busy, a latency the time a warp waits for the result. */
struct simt_multiprocessor {
    double clock_hz;                 /**< cycles a second */
    uint32_t schedulers;             /**< of a multiprocessor */
    double issue;                    /**< of a scheduler, for an instruction */
    double unit_cost[SIMT_UNITS];    /**< of a scheduler's units, for an instruction */
    double unit_latency[SIMT_UNITS]; /**< to an instruction that needs its result */
    double line;                     /**< cost of a line of a global request, or of a wavefront of a load */
    double spread_line;              /**< cost of a line of a load whose words are all in other banks */
    double quad;                     /**< cost of 128 bytes of such a load */
    double port_store;               /**< cost of a sector stored */
    double port_partial;             /**< likewise, of a partial sector */
    double port_sector;              /**< cost of a sector from the L2 cache */
    double l2_sector;                /**< likewise, of this multiprocessor's share */
    double l2_line;                  /**< likewise, of a line that a load requests, however little of it */
    double l2_write_line;            /**< likewise, of a line that a request stores to */
    double l2_write_sector;          /**< likewise, of a sector of it */
    double l2_write_partial;         /**< likewise, of a partial sector */
    double dram_granule;             /**< cost of 64 bytes from device memory, of the share */
    double dram_write_granule;       /**< likewise, of a store */
    double wavefront;                /**< cost of a shared request's first wavefront */
    double conflict;                 /**< of each other one */
    double store_wavefront;          /**< of a store's */
    double atomic[SIMT_ATOMIC_CLASSES]; /**< cost of a shared atomic by its class (SIMT_DOES_SHARED_ADD on) */
    double atomic_conflict[SIMT_ATOMIC_CLASSES]; /**< of each further lane with another word of the bank */
    double atomic_same[SIMT_ATOMIC_CLASSES];     /**< of each further lane with the same word */
    double shuffle;                              /**< cost of an exchange between lanes */
    double l1_latency;                           /**< of a load from the L1 cache */
    double l2_latency;                           /**< of a load from the L2 cache */
    double dram_latency;                         /**< of a load from device memory, idle */
    double shared_latency;                       /**< of a load from shared memory */
    double shared_atomic_latency;                /**< of a shared atomic whose result is used */
    double global_atomic_latency;                /**< of a global one */
    /** cycles that a load waits while device memory is busy, without writes and with as many as reads */
    double dram_wait[2][SIMT_DRAM_WAITS];
    double dram_deviation;  /**< of dram_latency */
    double slice_lines;     /**< neighbouring lines that one slice of the L2 cache serves */
    double flag_latency;    /**< until a block sees what another one publishes */
    double shuffle_latency; /**< of an exchange between lanes */
    double vote_latency;    /**< of a vote */
    double barrier_arrival; /**< cost of a warp's arrival at a barrier */
    double barrier_latency; /**< of a block barrier, from the last warp's arrival */
    double barrier_path;    /**< of a block's barrier in the path to shared memory */
    double block_start;     /**< between a block's end and its successor's first instruction */
    double block_period;    /**< between the starts of blocks on one multiprocessor */
    bool free_barriers;     /**< a warp does not wait at a barrier */
};

/** The machine for a launch. @param active multiprocessors that have blocks @param warps of a block */
struct simt_multiprocessor simt_multiprocessor_of(const struct simt_profile *profile, double active,
                                                  uint32_t warps);

/** The reasons of a warp's wait. */
enum simt_wait {
    SIMT_WAIT_ISSUE,      /**< a scheduler, or a unit */
    SIMT_WAIT_ARITHMETIC, /**< the result of an instruction */
    SIMT_WAIT_MEMORY,     /**< a load under way */
    SIMT_WAIT_BANDWIDTH,  /**< a load queued behind others: memory is at its bandwidth */
    SIMT_WAIT_SHARED,     /**< shared memory, and exchanges between lanes */
    SIMT_WAIT_ATOMIC,     /**< an atomic */
    SIMT_WAIT_BARRIER,    /**< other warps of its block */
    SIMT_WAITS
};

/** The distribution of the blocks on the multiprocessor. */
struct simt_shape {
    double resident;     /**< blocks at a time, 1 or more */
    double blocks;       /**< in all */
    double first_miss;   /**< part of the first touches that come from device memory, 0 to 1 */
    double again_miss;   /**< the same, of granules that another block far away had accessed */
    double turns;        /**< 0: memory is only read or only written; 1: half of it is written */
    double turning_cost; /**< of a granule, where memory turns from reads to writes, relative to one where it
                            does not */
};

/** The result. */
struct simt_simulated {
    double cycles;                    /**< from the first block's start to the last one's end */
    double busy[SIMT_PARTS];          /**< part of the time that each part was busy */
    double waits[SIMT_WAITS];         /**< share of each wait in the warps' time */
    uintptr_t busy_place[SIMT_PARTS]; /**< code address for which each part was busy longest; 0: none */
    uintptr_t wait_place[SIMT_WAITS]; /**< code address at which warps waited longest, by reason; 0: none */
    double hop; /**< cycles from the end of a block's wait to its own publication; 0: nothing */
};

/** Simulates. A sample without blocks takes no time. */
struct simt_simulated simt_simulate(const struct simt_sample *sample,
                                    const struct simt_multiprocessor *machine,
                                    const struct simt_shape *shape);
