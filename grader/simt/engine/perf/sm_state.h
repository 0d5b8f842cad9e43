/**
 * @file sm_state.h
 * @brief The state of a simulated multiprocessor, and the actions of its parts: sm.c has the loop over time.
 *
 * All times are in cycles since the first block's start.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/perf/sample.h"
#include "engine/perf/sm.h"

/** Limits of the simulated multiprocessor. */
enum {
    SIMT_MACHINE_WARPS = 64,     /**< resident */
    SIMT_MACHINE_SCHEDULERS = 8, /**< at most */
    SIMT_EARLY_LOADS = 32,       /**< of a warp, issued before the iterations that need them, at most */
    SIMT_MACHINE_PLACES_LOG2 = 8,
    SIMT_MACHINE_PLACES = 1 << SIMT_MACHINE_PLACES_LOG2 /**< code addresses whose waits are distinguished */
};

/** A load under way. */
struct simt_machine_load {
    double done;           /**< when its result arrives */
    uintptr_t what;        /**< code address */
    enum simt_wait reason; /**< of a warp that needs it before then */
};

/** The state of a resident warp. */
enum simt_warp_state {
    SIMT_WARP_RUNS,       /**< its next operation begins when it is ready */
    SIMT_WARP_AT_BARRIER, /**< it waits for other warps */
    SIMT_WARP_ENDED       /**< all of its operations are done */
};

/** The rest that a warp passes after a basic block that guards others, if it does not run those. */
enum simt_skipping {
    SIMT_SKIPS_NOTHING,
    SIMT_SKIPS_LOADS, /**< their loads, and then the rest */
    SIMT_SKIPS_STORES /**< the rest */
};

/** A resident warp. */
struct simt_machine_warp {
    const struct simt_warp_sample *sample; /**< its operations */
    const struct simt_code_info *info;     /**< of the basic block it is in; NULL: of none */
    uintptr_t code;                        /**< code address of that block */
    uint32_t next;                         /**< operation */
    uint32_t segment;                      /**< of the basic block, the next one */
    uint32_t access;                       /**< of the basic block, the last one */
    uint32_t begun;                        /**< operation with which the basic block began */
    uint32_t copies;                       /**< of the basic block, run as one; 0: it is alone */
    uint32_t copies_left;                  /**< of them, whose end has not been issued */
    uint32_t guarded_done;                 /**< of those copies, guarded accesses that are done */
    enum simt_skipping skipping;           /**< its progress past a guarding block */
    bool is_issued;                        /**< all before its next request is issued */
    uint32_t scheduler;                    /**< that issues for it */
    uint32_t slot;                         /**< of its block */
    double ready;                          /**< when its next operation can begin */
    double stored;                         /**< when its last store has reached the L2 cache */
    double drained;                        /**< when its memory requests have left the multiprocessor */
    /** of the basic block, by their number among its accesses */
    struct simt_machine_load loads[SIMT_BLOCK_LOADS];
    struct simt_machine_load earlier;                 /**< the last to arrive of earlier basic blocks */
    struct simt_machine_load latest;                  /**< the last to arrive of this one */
    struct simt_machine_load early[SIMT_EARLY_LOADS]; /**< issued early, in their order, in turn */
    uint32_t early_asked;                             /**< loads so far */
    uint32_t early_taken;                             /**< of them, that the program has reached */
    enum simt_warp_state state;                       /**< its state */
};

/** The slot of a resident block. */
struct simt_machine_slot {
    uint32_t warps;  /**< of a block */
    uint32_t ended;  /**< of them */
    uint32_t first;  /**< of its warps */
    uint32_t number; /**< of its block, in order of start */
    double awaited;  /**< when it receives what another block published; 0: not yet */
    double all;      /**< operations of its longest warp */
    double kept;     /**< those in the sample */
};

/** The statistics of one code address. */
struct simt_machine_place {
    uintptr_t what;           /**< code address; 0: none yet */
    double waits[SIMT_WAITS]; /**< warps' cycles, by reason */
    double busy[SIMT_PARTS];  /**< cycles of the parts, for its requests */
};

/** A multiprocessor that runs blocks of a sample. */
struct simt_machine {
    const struct simt_sample *sample;                      /**< the sample that is run */
    const struct simt_multiprocessor *costs;               /**< of the parts */
    const struct simt_shape *shape;                        /**< the distribution of the blocks */
    double issue_free[SIMT_MACHINE_SCHEDULERS];            /**< when a scheduler has issued all so far */
    double issue_busy[SIMT_MACHINE_SCHEDULERS];            /**< how long it has issued */
    double unit_free[SIMT_MACHINE_SCHEDULERS][SIMT_UNITS]; /**< when its unit has begun all so far */
    double free[SIMT_PARTS];                               /**< when a part has served all so far */
    double busy[SIMT_PARTS];                               /**< how long it was busy */
    struct simt_machine_warp warps[SIMT_MACHINE_WARPS];    /**< resident */
    struct simt_machine_slot slots[SIMT_MACHINE_WARPS];    /**< resident blocks */
    double next_start;                                     /**< of a block, at the earliest */
    double started;                                        /**< blocks */
    double finished;                                       /**< blocks */
    double end;                                            /**< of the last block that has ended */
    double all;               /**< operations of the blocks that have ended, of their longest warps */
    double kept;              /**< those in the sample */
    double waits[SIMT_WAITS]; /**< warps' cycles, by reason */
    struct simt_machine_place places[SIMT_MACHINE_PLACES]; /**< by a hash of their address */
    double memory_busy;  /**< share of the last cycles, some latencies, in which device memory was busy */
    double memory_seen;  /**< up to this time */
    double hops;         /**< cycles from the end of blocks' waits to their own publications, summed */
    double hop_count;    /**< of them */
    uint32_t random;     /**< state of the generator that decides which loads miss */
    uint64_t operations; /**< run */
};

/** Notes that a warp waits. */
void simt_note_wait(struct simt_machine *s, enum simt_wait reason, uintptr_t what, double time);
/** Notes that a part is busy for a code address. */
void simt_note_busy(struct simt_machine *s, enum simt_machine_part part, uintptr_t what, double time);
/** Serves a request of a part that comes at @p at. @return when it is done */
double simt_serve(struct simt_machine *s, enum simt_machine_part part, uintptr_t what, double at,
                  double cost);
/** The warp needs a load's result. @return true if it is not there yet: others come first */
bool simt_warp_awaits(struct simt_machine *s, struct simt_machine_warp *w,
                      const struct simt_machine_load *load);
/** Keeps the load that arrives later. */
void simt_keep_later(struct simt_machine_load *kept, const struct simt_machine_load *load);

/** Whether the next segment of the warp's basic block has to wait for a load. */
bool simt_segment_waits(struct simt_machine *s, struct simt_machine_warp *w);
/** Issues the next segment of the warp's basic block, and @p extra instructions. @param is_last of the copies
 * of the block that are run as one */
void simt_run_segment(struct simt_machine *s, struct simt_machine_warp *w, double extra, bool is_last);
/** Issues so many instructions that are not of the block's record. */
void simt_issue_alone(struct simt_machine *s, struct simt_machine_warp *w, double count);
/** Runs what is left of the basic block that the warp is in. @return false if there is more, later */
bool simt_end_code(struct simt_machine *s, struct simt_machine_warp *w);
/** Ends the basic block that the warp is in, and begins the next. @return false if there is more, later */
bool simt_run_code(struct simt_machine *s, struct simt_machine_warp *w, const struct simt_warp_operation *o);

/** A request to global memory: the L1 cache, and for misses the caches and memory below it. */
void simt_run_global(struct simt_machine *s, struct simt_machine_warp *w,
                     const struct simt_warp_operation *o);
/** A load that is issued early. @return false if the warp has to wait first */
bool simt_run_early(struct simt_machine *s, struct simt_machine_warp *w, const struct simt_warp_operation *o);
/** The program has reached the next of the loads that were issued early. */
void simt_take_early(struct simt_machine_warp *w);
/** A request to shared memory. */
void simt_run_shared(struct simt_machine *s, struct simt_machine_warp *w,
                     const struct simt_warp_operation *o);
/** A shuffle or a vote. */
void simt_run_exchange(struct simt_machine *s, struct simt_machine_warp *w,
                       const struct simt_warp_operation *o);
/** The warp waits until its stores are visible to others. */
void simt_run_fence(struct simt_machine *s, struct simt_machine_warp *w, const struct simt_warp_operation *o);

/* The order of a warp's operations on a GPU, where a compiler runs several iterations of a loop as
 * one. */

/**
 * Puts the blocks of iterations that are run as one side by side (struct simt_code_loop): a basic block
 * then represents all of its copies, and each of its requests is followed by those of the other copies. In
 * the basic block `passes` is the number of copies, and in its requests `at` is the number of copies from
 * there on. If the iterations of a loop are sequential all the same, loads that do not depend on the others
 * are issued early, by as many iterations as are run as one.
 * @return the sample with its own operations if any were moved, to be freed by simt_iterations_free();
 * NULL if none were, or if there is no memory
 */
struct simt_sample *simt_iterations_together(const struct simt_sample *sample);
/** Accesses of the basic blocks from @p o on, as long as these are guarded by predicates. */
uint32_t simt_accesses_guarded(const struct simt_warp_operation *o, const struct simt_warp_operation *end);
/** Frees it; NULL is allowed. */
void simt_iterations_free(struct simt_sample *together, const struct simt_sample *sample);
