/**
 * @file sm.h
 * @brief How long one multiprocessor needs for the blocks of a launch, by simulation of sampled blocks.
 *
 * The resident warps run their operations in the order of time. Each part of the machine serves one request
 * after another, and a warp waits where it needs what is not there yet: for the results of loads, at
 * barriers, for a scheduler. The method is that of trace-driven models such as PPT-GPU (Arafa et al.,
 * "PPT-GPU: Scalable GPU performance modeling", IEEE CAL 2019; "Hybrid, scalable, trace-driven performance
 * modeling of GPGPUs", SC 2021), with interval analysis (Huang et al., "GPUMech", MICRO 2014) replaced by the
 * simulation of intervals; sm_costs.h has what each part costs.
 */
#ifndef SIMT_SIMULATE_H
#define SIMT_SIMULATE_H

#include "engine/perf/sample.h"
#include "engine/perf/sm_costs.h"

/** What a warp waits for. */
enum simt_wait {
    SIMT_WAIT_ISSUE,      /**< a scheduler, or a unit */
    SIMT_WAIT_ARITHMETIC, /**< the result of an instruction */
    SIMT_WAIT_MEMORY,     /**< a load under way */
    SIMT_WAIT_BANDWIDTH,  /**< a load that waits for others: memory gives no more */
    SIMT_WAIT_SHARED,     /**< shared memory, and exchanges between lanes */
    SIMT_WAIT_ATOMIC,     /**< an atomic */
    SIMT_WAIT_BARRIER,    /**< other warps of its block */
    SIMT_WAITS
};

/** How the blocks lie on the multiprocessor. */
struct simt_shape {
    double resident;     /**< blocks at a time, 1 or more */
    double blocks;       /**< in all */
    double first_miss;   /**< part of the first touches that come from device memory, 0 to 1 */
    double again_miss;   /**< the same, of what another block far away had touched */
    double turns;        /**< 0: memory is only read or only written; 1: half of it is written */
    double turning_cost; /**< of a granule, where memory turns from reads to writes, in times of one where it
                            does not */
};

/** What came out. */
struct simt_simulated {
    double cycles;                    /**< from the first block's start to the last one's end */
    double busy[SIMT_PARTS];          /**< part of the time that each part was busy */
    double waits[SIMT_WAITS];         /**< of the warps' time, how much each wait took */
    uintptr_t busy_place[SIMT_PARTS]; /**< code address for which each part was busy longest; 0: none */
    uintptr_t wait_place[SIMT_WAITS]; /**< code address at which warps waited longest, by reason; 0: none */
    double hop; /**< cycles from what a block waits for to what it publishes then; 0: nothing */
};

/** Simulates. A sample without blocks takes no time. */
struct simt_simulated simt_simulate(const struct simt_sample *sample,
                                    const struct simt_multiprocessor *machine,
                                    const struct simt_shape *shape);

#endif
