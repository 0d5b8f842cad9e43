/**
 * @file kernels.h
 * @brief What each launch counted, in program order.
 *
 * Definitions are the vendor profiler's where it has one: a *request* is one memory instruction of one
 * warp; a *sector* an aligned 32 bytes of global memory; a *wavefront* one pass of shared memory, in which
 * each of the 32 banks serves one 4-byte word.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/abi.h"

/** Traffic of one kind of access. @c transactions are sectors (global) or wavefronts (shared). */
struct simt_traffic {
    uint64_t requests;     /**< memory instructions of warps */
    uint64_t bytes;        /**< asked for by the lanes */
    uint64_t transactions; /**< sectors or wavefronts they took */
};

/** What one launch counted; docs/using-simtcc.md has the definitions. */
struct simt_counters {
    /** @name Traffic by space and kind
     * @{ */
    struct simt_traffic global_load;   /**< loads from global and device memory */
    struct simt_traffic global_store;  /**< stores to it */
    struct simt_traffic global_atomic; /**< atomics on it */
    struct simt_traffic shared_load;   /**< loads from shared memory */
    struct simt_traffic shared_store;  /**< stores to it */
    struct simt_traffic shared_atomic; /**< atomics on it */
                                       /** @} */
    uint64_t barriers;                 /**< block-wide barriers completed, summed over blocks */
    uint64_t warp_instructions; /**< instructions issued by warps, estimated from the compiled basic blocks */
    uint64_t longest_warp;      /**< those of the warp that issued most */
    uint64_t active_instructions;    /**< those of them that some lane was active for */
    uint64_t lane_instructions;      /**< active lanes, summed over them */
    uint64_t atomic_serialization;   /**< over all atomic requests: most lanes on one address, summed */
    uint64_t global_broadcast_bytes; /**< of global loads of one word by several lanes: those of all lanes but
                                        the first */
    uint64_t shared_atomic_words;    /**< words of shared memory that atomics used, summed over blocks */
    uint64_t steps;     /**< barrier intervals with a store, and shuffles, of the block that has most */
    uint64_t shuffles;  /**< values that lanes handed to a shuffle */
    uint64_t work;      /**< operations through wl_add and kin; if there were none, lane stores */
    int work_is_stores; /**< says which of the two @c work counted */
};

struct simt_sample;

/** One launch. */
struct simt_kernel_record {
    const char *name;              /**< for people (report/report.h); owned by the list */
    struct simt_dim3 grid;         /**< in blocks */
    struct simt_dim3 block;        /**< in threads */
    uint64_t shared_bytes;         /**< static and dynamic, a block */
    uint64_t device_bytes;         /**< of device memory allocated when it ran; 0 if unknown */
    uintptr_t launched_at;         /**< code address of the launch */
    struct simt_counters counters; /**< what it did */
    struct simt_sample *sample;    /**< what some of its blocks did; owned by the list, NULL if not kept */
    bool uncounted;                /**< SIMT_COUNT is not `all`: the counters mean nothing */
    bool ended_early;              /**< an error ended it: it has no time */
    bool timed;                    /**< there is a modelled time */
    uint64_t slept;                /**< nanoseconds that the thread that slept most asked __nanosleep() for */
    double modelled_us;            /**< by the device profile; 0 if it ended early, or is not timed */
};

/** What makes a time of a launch's sample: what keeps samples sets it before the first (perf/sampler.c). */
struct simt_kernel_timer {
    double (*us)(const struct simt_kernel_record *record); /**< the time */
    void (*forget)(struct simt_sample *sample);            /**< frees the sample */
};
extern const struct simt_kernel_timer *simt_kernel_timer; /**< NULL: there is no sample yet */

/** How many blocks or threads there are. */
static inline uint64_t simt_volume(struct simt_dim3 d) { return (uint64_t)d.x * d.y * d.z; }

/** A new record at the end of the list, zeroed; it stays where it is until simt_kernels_clear(). */
struct simt_kernel_record *simt_kernel_add(void);
/** How many launches there were. */
size_t simt_kernel_count(void);
/** The i-th launch, from 0; NULL past the last. */
const struct simt_kernel_record *simt_kernel_get(size_t i);
/** Forgets them all, and what the host called (host_calls.h). */
void simt_kernels_clear(void);
