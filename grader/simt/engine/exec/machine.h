/**
 * @file machine.h
 * @brief The machine's state: one launch, its running block, the block's warps and lanes.
 *
 * Theory of operation. A launch runs its blocks one after another; a block runs its warps in turn, each
 * until all of its lanes are parked at a barrier, waiting for each other, or gone. A lane is a fiber: it
 * runs alone until it parks, and logs every basic block and memory access in its column of the trace
 * (trace.h). When all lanes of a warp are parked, the trace is drained in lockstep order (drain.c): lanes
 * at the same instruction form one request, which is counted (traffic.c) and checked (check.c, race.c).
 * So checks and counters see a warp as the hardware runs it, at the price of a few fiber switches a barrier.
 *
 * Everything here belongs to the one OS thread that launches. What the counters and checkers know is kept
 * apart from it (checked.h), for they may be behind.
 */
#ifndef SIMT_MACHINE_H
#define SIMT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/fiber.h"
#include "engine/observe/clocks.h"
#include "engine/report/errors.h"
#include "engine/report/kernels.h"
#include "simt/abi.h"

/** The warp operations; the arguments of one kind are compared and combined by warp_op.c. */
enum simt_warp_op { OP_BARRIER, OP_SHUFFLE, OP_VOTE, OP_MATCH, OP_REDUCE, OP_ACTIVE_MASK, OP_TILE };

/** A lane's request to its warp, and the answer. */
struct simt_warp_request {
    enum simt_warp_op op; /**< what it is */
    int variant;          /**< shuffle mode, vote, match or reduce operation */
    uint32_t mask;        /**< lanes that take part, as the lane names them */
    uint64_t bits;        /**< the lane's value */
    int source;           /**< of a shuffle: lane, distance or mask; of a tile: its first warp */
    int width;            /**< of a shuffle: lanes of a sub-warp; of a tile: its warps */
    uint64_t result;      /**< what the lane gets */
};

/** A lane; what a switch touches comes first and fills one cache line, what a new
 * thread starts with the next. */
struct simt_lane {
    uint64_t depth_key;              /**< call depth, as the trace's key wants it */
    uintptr_t waits_at;              /**< code address of the barrier or warp operation */
    uintptr_t barrier_at;            /**< of the block barrier it came to last; 0 if it has come to none */
    uint64_t clock;                  /**< records before those of the present turn */
    uint32_t number;                 /**< in the block, x fastest */
    uint32_t turn;                   /**< grows with every turn of a lane: who ran after whom */
    uint32_t logged;                 /**< where its next record goes, in bytes from simt_log_start */
    uint32_t polls;                  /**< how often it found the same */
    uintptr_t polled;                /**< address of the word that it polls */
    struct simt_local_memory *local; /**< its arrays on the stack (local_memory.h); NULL before the first */
    struct simt_stack stack;         /**< what it runs on */
    uintptr_t cas_read_at; /**< where it last guessed what an atomicCAS found (guess.h); 0 if it has not */
    /** @name Fences, as they happen and as they are drained from the trace
     * @{ */
    uint32_t fences;                 /**< executed so far */
    uint32_t device_fence;           /**< the last of them for the whole device, by number; 0 if none */
    uint32_t fences_drained;         /**< of those, drained from the trace */
    uint32_t fence_timestamp;        /**< timestamp of the last drained */
    uint32_t device_fence_timestamp; /**< timestamp of the last drained for the whole device */
    /** @} */
    bool started; /**< its fiber has been entered and rests at the loop of lane_main */
    uintptr_t
        left_from[3]; /**< the basic blocks it ran last before it ended, as far as known; 0 once looked at */
    uintptr_t polled_at;              /**< where in the code it polls */
    uint64_t polled_value;            /**< what it found in the word that it polls */
    int predicate;                    /**< of the block barrier it waits at */
    enum simt_barrier_op barrier_op;  /**< whether and how that barrier combines predicates */
    struct simt_warp_request request; /**< with the warp operation it waits at */
    uintptr_t
        entry_slot; /**< of confined code: where the return address of the kernel's body lies (guard.h) */
} __attribute__((aligned(64)));

/** A warp of the running block. */
struct simt_warp {
    uint32_t number; /**< in the launch */
    /** @name Masks of lanes: those that exist, and where each of them is
     * @{ */
    uint32_t lanes;      /**< those that exist */
    uint32_t ready;      /**< may run */
    uint32_t full;       /**< have no room left in their column of the trace */
    uint32_t polling;    /**< find the same in a word again and again */
    uint32_t at_barrier; /**< wait at the block's barrier */
    uint32_t at_op;      /**< wait at a warp operation, or at the barrier of a tile */
    uint32_t exited;     /**< have ended */
    /** @} */
};

/** A block that is resident. */
struct simt_block {
    struct simt_dim3 index; /**< its index in the grid */
    uint32_t epoch;         /**< of its shared memory */
    uint32_t first_warp;    /**< number of its first warp in the launch */
    uint32_t warps;         /**< how many it has */
    uint32_t threads;       /**< how many it has */
    uintptr_t barrier_at;   /**< where the first thread waits for the next block barrier; 0: nobody does */
    uint32_t ended;         /**< threads that had ended when that was last looked at */
    bool passed_barrier;    /**< there was a block barrier */
    bool barriers_differ;   /**< some thread waits at another place */
    bool barrier_reduces;   /**< some thread asked for _count, _and or _or */
    bool tiles_wait;        /**< some lane came to a barrier of a tile of several warps */
    bool moved;             /**< since it was last looked at, some lane did more than poll a word in vain */
    struct simt_checked_block *checked; /**< what the counters and checkers know of it */
    void *shared_image; /**< its shared memory while another block runs; NULL if it never had to give way */
    bool paused;        /**< it gave way because the schedule said so, and could have gone on */
    uint32_t place;     /**< among the blocks that are resident together: whose stacks it uses */
    struct simt_lane *lane; /**< its threads */
    simt_context *context;  /**< where each of them goes on */
    struct simt_warp *warp; /**< its warps */
};

/** The running launch. */
struct simt_launch {
    uint32_t serial;                   /**< 1, 2, … */
    uint32_t epoch;                    /**< of global memory */
    struct simt_dim3 grid;             /**< in blocks */
    struct simt_dim3 block;            /**< in threads */
    void (*body)(const void *);        /**< what its lanes run */
    const void *closure;               /**< the kernel's arguments */
    size_t dynamic_bytes;              /**< dynamic shared memory of a block */
    uint32_t static_bytes;             /**< static shared memory laid out so far */
    bool aborted;                      /**< a fault ended it: nothing more of it runs */
    bool counts_operations;            /**< there was one */
    uint64_t operations;               /**< done through wl_add() and its kin */
    struct simt_kernel_record *record; /**< where it is counted */
};

/** The launch under way. */
extern struct simt_launch simt_launch_now;
/** Index in its block of each thread of the launch, by its number. */
extern struct simt_dim3 simt_thread_index[SIMT_MAX_THREADS];
/** The block whose lanes run. */
extern struct simt_block *simt_block_now;
/** The running lane; NULL on the host, also in its other threads. */
extern _Thread_local struct simt_lane *simt_self;
/** The warp whose lanes run. */
extern struct simt_warp *simt_warp_now;

/** @name Scheduling (scheduler.c, blocks.c)
 * @{ */
/** Parks the running lane, a member of mask @p where of its warp from now on, and runs others; returns when
 * it is resumed. */
void simt_park(uint32_t *where);
/** Notes that the running lane read @p value from a word others may write; lets others run if it keeps
 * finding the same there. */
void simt_note_poll(uintptr_t address, uint64_t value, uintptr_t pc);
/** Runs the warps of the running block once each, as far as they come. */
void simt_run_warps(void);
/** Makes a lane ready to run as thread @p number of a new block; its fiber, once
 * started, keeps its stack, that of the block's place. */
void simt_prepare_lane(struct simt_lane *lane, simt_context *context, uint32_t place, uint32_t number);
/** Ends the launch because of a fault of the running lane; does not return. */
_Noreturn void simt_abort_launch(int cuda_error);
/** A number no epoch had before. */
uint32_t simt_next_epoch(void);
/** Decides the warp operations for which every lane has come (warp_op.c). */
void simt_resolve_warp_ops(struct simt_warp *warp, struct simt_lane *lanes);
/** The lane whose bits a shuffle gives to lane @p i; @p i itself where the source lies outside its sub-warp.
 */
unsigned simt_shuffle_source(unsigned i, const struct simt_warp_request *request);
/** Lets the threads of a block go on after all have come to a barrier (block_barrier.c). */
void simt_release_block_barrier(struct simt_block *block);
/** Lets the tiles of several warps go on whose threads have all come (tile_barrier.c). @return whether any
 * did */
bool simt_release_tiles(struct simt_block *block);
/** Reports why the warps of a block that cannot go on are stuck (stuck.c). */
void simt_report_stuck(struct simt_block *block);
/** Reports where a block polls when no block can go on any more (stuck.c). */
void simt_report_waiting(const struct simt_block *block);
/** Reports threads that have ended beyond the barrier at which the rest of the block now waits (passed.c). */
void simt_check_passed_barrier(struct simt_block *block);
/** Notes where the running lane came from as it ends. To be called if a barrier is waited for, or none was
 * met. */
void simt_note_end(void);
/** Compares the barriers the lanes of a block wait at, and reports if they are not one (stuck.c). */
void simt_check_same_barrier(struct simt_block *block);
/** @} */

/** The running lane as a party of an error. */
struct simt_actor simt_lane_actor(const struct simt_lane *lane, uintptr_t pc);
/** Thread @p warp * 32 + lane of the present launch as a party of an error. */
struct simt_actor simt_thread_actor(uint64_t thread, uintptr_t pc);

#endif
