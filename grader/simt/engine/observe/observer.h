/**
 * @file observer.h
 * @brief The whole contract between the machine and its observers: counters, checkers, the recorder.
 *
 * Theory of operation. A lane runs alone until it has to wait, and logs what it does. The log is flushed when
 * all lanes of a warp wait: it is merged into instructions of the warp, in the order in which the warp would
 * have run them. So most events are about the past. Those of the last group happen now, on the running lane.
 *
 * An observer is one struct of functions, NULL for each event that it does not want, with state of its own.
 * It is called only if it is on, in the order in which observers are listed (observers.c). It never changes
 * the machine. A program may add its own by simt_observer_add() before its first launch:
 * docs/engine.md shows one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/log/batch.h"
#include "engine/model/kernels.h"
#include "engine/report/errors.h"

/** A launch. Its address is fixed until the launch has ended. */
struct simt_launch_event {
    uint32_t serial;                   /**< 1, 2, … */
    uint32_t epoch;                    /**< of global memory */
    struct simt_dim3 grid;             /**< in blocks */
    struct simt_dim3 block;            /**< in threads */
    uint32_t block_warps;              /**< warps of a block */
    void (*body)(const void *);        /**< the function its lanes run */
    const void *closure;               /**< the kernel's arguments */
    bool has_children;                 /**< one of its threads has launched a kernel */
    bool aborted;                      /**< a fault ended it: nothing more of it runs */
    bool counts_operations;            /**< wl_add() or a related function was called */
    uint64_t operations;               /**< operations done by these */
    struct simt_kernel_record *record; /**< the record of its counters */
};

/** The warp operations. */
enum simt_warp_op { OP_BARRIER, OP_SHUFFLE, OP_VOTE, OP_MATCH, OP_REDUCE, OP_ACTIVE_MASK, OP_TILE };

/** A lane's request to its warp, and the answer. */
struct simt_warp_request {
    enum simt_warp_op op;   /**< its kind */
    int variant;            /**< shuffle mode, vote, match or reduce operation; of a tile: simt_tile_event */
    uint32_t mask;          /**< lanes that take part, as the lane names them */
    uint64_t bits;          /**< the lane's value */
    int source;             /**< of a shuffle: lane, distance or mask; of a tile: its first warp */
    int width;              /**< of a shuffle: lanes of a sub-warp; of a tile: its warps */
    uint64_t result;        /**< the lane's answer */
    uint64_t passed_origin; /**< of a shuffle: where the lane's value became uninitialised (exec/unset.h); 0:
                               it has one */
    uint64_t received_origin; /**< the same of the received value */
};

/** Lanes of a warp have met for an operation, and are answered. */
struct simt_warp_op_event {
    const struct simt_block_event *block;                /**< the warp's */
    uint32_t warp;                                       /**< its number in the launch */
    uint32_t lanes;                                      /**< that take part */
    bool whole;                                          /**< no lane that still runs is missing */
    uintptr_t at;                                        /**< where the first of them waits */
    const struct simt_warp_request *requests[SIMT_WARP]; /**< by lane, with the answers */
};

/** The threads of neighbouring warps have reached a barrier of their tile. */
struct simt_tile_event {
    const struct simt_block_event *block; /**< the tile's */
    uint32_t first;                       /**< its first warp, in the block */
    uint32_t end;                         /**< the warp after its last */
    bool takes_time;                      /**< hardware has this barrier, too */
};

/** The state of a thread. */
enum simt_thread_state {
    SIMT_THREAD_RUNS,       /**< it can run */
    SIMT_THREAD_AT_BARRIER, /**< it waits at a block barrier */
    SIMT_THREAD_AT_WARP_OP, /**< it waits at a warp operation, or at the barrier of a tile */
    SIMT_THREAD_ENDED       /**< it has returned */
};

/** The number of block barriers that are distinguished in a launch. */
enum { SIMT_BARRIER_PLACES = 64 };

/** The number of a thread's last basic blocks that are kept after it has ended. */
enum { SIMT_LAST_BLOCKS = 3 };

/** One thread of a block that waits. */
struct simt_thread_position {
    enum simt_thread_state state;            /**< its state */
    uintptr_t waits_at;                      /**< code address of its barrier or warp operation */
    uint64_t met;                            /**< block barriers it has reached: bits of the event's places */
    uintptr_t polls_at;                      /**< where it keeps reading a word; 0 if it does not */
    uintptr_t polled;                        /**< the word's address */
    uintptr_t left_from[SIMT_LAST_BLOCKS];   /**< the last basic blocks before the one in which it ended;
                                                0: unknown */
    uintptr_t ended_at;                      /**< its last access in that one; 0: none */
    const struct simt_warp_request *request; /**< with the warp operation it waits at */
};

/** Threads of a block wait for each other. */
struct simt_barrier_event {
    const struct simt_block_event *block; /**< the block */
    uintptr_t at;                         /**< where the first thread waits */
    bool differ;                          /**< some thread waits at a different barrier */
    bool reduces;            /**< threads get a result from it: __syncthreads_count() and the like */
    uint32_t ended;          /**< threads that have returned */
    uint64_t operations;     /**< done in the launch so far */
    const uintptr_t *places; /**< of block barriers, SIMT_BARRIER_PLACES; 0: none, or one of many others */
    /** The positions of the block's threads, by number in the block; valid until the next call. */
    const struct simt_thread_position *(*positions)(void);
};

/** The position of the running lane. */
struct simt_lane_event {
    const struct simt_block_event *block; /**< the lane's */
    uint32_t thread;                      /**< warp * 32 + lane, in the launch */
    uintptr_t pc;                         /**< code address */
    uintptr_t stack_low;                  /**< first byte of its stack */
    uintptr_t stack_high;                 /**< the byte after its last */
};

/** The running lane is about to access device memory. */
struct simt_access_event {
    struct simt_lane_event lane; /**< the lane */
    uint32_t row;                /**< of the access's entry in the log */
    uintptr_t address;           /**< aligned to its size */
    unsigned size_log2;          /**< bytes, as a power of two */
    enum simt_log_kind kind;     /**< a load, a store or an atomic */
    bool adds;                   /**< an atomic addition of an integer */
};

/** A lane that logs nothing is about to access global memory. */
struct simt_passing_access {
    const struct simt_block_event *block; /**< the lane's */
    uint64_t offset;                      /**< its address, aligned to its size, less SIMT_DEVICE_BASE */
    unsigned size;                        /**< bytes */
    enum simt_log_kind kind;              /**< a load, a store or an atomic */
    unsigned how;                         /**< of an atomic: bits of enum simt_atomic_class */
    bool synchronises;                    /**< a load or store: it is volatile or atomic */
    uintptr_t pc;                         /**< code address */
};

/** A warp has run a time slice. */
struct simt_passed_event {
    const struct simt_block_event *block; /**< the warp's */
    uint32_t warp;                        /**< its number in the launch */
    uint64_t instructions; /**< of the lane that ran most since the warp last waited; 0 if some lanes do not
                              wait yet */
    uint64_t unfinished;   /**< the same so far, while some lanes do not wait */
    uint64_t ran;          /**< mean over the lanes that ran in this slice */
    bool logged;           /**< its block logs them */
};

/** The running lane compares a word with the value it expects, and stores if they are equal. */
struct simt_cas_event {
    const struct simt_block_event *block; /**< the lane's */
    uint32_t thread;                      /**< warp * 32 + lane, in the launch */
    const uint64_t *first;                /**< its column of the log */
    const uint64_t *next;                 /**< where its next entry goes */
    uintptr_t address;                    /**< of the word */
    unsigned size_log2;                   /**< its bytes, as a power of two */
    uint64_t expected;                    /**< the expected value */
    uint64_t desired;                     /**< the value to store */
    uintptr_t pc;                         /**< code address */
};

/** The running lane executes a fence, or an access by which threads synchronise: an atomic, a volatile one. A
 * fence without an order is the point of such an access: it comes before a release, and after an
 * acquire. */
struct simt_sync_event {
    const struct simt_block_event *block; /**< the lane's */
    uint32_t thread;                      /**< warp * 32 + lane, in the launch */
    uintptr_t pc;                         /**< code address */
    bool device;                          /**< for the whole device, not the block alone */
    bool acquires;                        /**< by its own order */
    bool releases;                        /**< by its own order */
    bool is_volatile;                     /**< the access is of a volatile object */
    bool reads;                           /**< it reads the word */
    bool writes;                          /**< it changes it */
    uint64_t offset;                      /**< of an access: address less SIMT_DEVICE_BASE */
};

/** An observer. */
struct simt_observer {
    const char *name;     /**< for messages */
    bool (*wanted)(void); /**< whether it is on, called as a launch begins; NULL: always */
    bool asks_positions;  /**< it may request the threads' positions at each barrier */

    /** @name Execution
     * @{ */
    void (*launch_begin)(const struct simt_launch_event *); /**< before the first block */
    void (*launch_end)(const struct simt_launch_event *);   /**< after the last, or after a fault */
    void (*block_begin)(const struct simt_block_event *);   /**< its threads run from now on */
    void (*block_resume)(const struct simt_block_event *);  /**< events are of this block again */
    void (*block_end)(const struct simt_block_event *);     /**< all its threads have ended */
    /** @} */

    /** @name From the log, in the order of the warp
     * @{ */
    void (*flush)(const struct simt_batch *);                 /**< before a batch is merged */
    void (*code)(const struct simt_code_event *);             /**< lanes run a basic block together */
    void (*request)(const struct simt_request *);             /**< … execute a memory instruction */
    void (*local)(const struct simt_request *);               /**< … one of local memory (observers.h) */
    void (*fence)(const struct simt_code_event *);            /**< … a fence */
    void (*block_barrier)(const struct simt_barrier_event *); /**< all threads have come; none has gone on */
    void (*tile_barrier)(const struct simt_tile_event *);     /**< likewise */
    void (*warp_op)(const struct simt_warp_op_event *);       /**< likewise */
    void (*stuck)(const struct simt_barrier_event *); /**< no thread can continue: an operation lacks lanes */
    void (*starved)(const struct simt_barrier_event *); /**< no resident block makes progress: all poll */
    /** @} */

    /** @name Blocks that log nothing, because an observer wants it so (observers.h)
     * @{ */
    bool (*wants_passing)(void); /**< whether `passing` is wanted, called as a launch begins */
    void (*passing)(const struct simt_passing_access *); /**< a lane accesses global memory */
    void (*passed)(const struct simt_passed_event *);    /**< a warp has run a time slice; of all blocks */
    /** @} */

    /** @name As it happens, on the running lane
     * @{ */
    void (*access)(const struct simt_access_event *);   /**< before it is executed; its entry is in the log */
    bool (*cas)(const struct simt_cas_event *);         /**< @return true if the lane should let others run */
    void (*sync_fence)(const struct simt_sync_event *); /**< a fence */
    void (*sync_access)(const struct simt_sync_event *);  /**< an access, once threads synchronise */
    void (*lane_waits)(const struct simt_lane_event *);   /**< at a warp operation */
    void (*lane_leaves)(const struct simt_block_event *); /**< the running lane lets another one run */
    void (*rows_move)(unsigned lane, uint32_t from, uint32_t end); /**< rows [from, end) of a lane's column
                                                                      become its first ones */
    /** @} */
};

/** Adds an observer; @p observer must outlive the program's launches. To be called before the first one. */
void simt_observer_add(const struct simt_observer *observer);

/** The index at position @p i of an extent, x fastest. */
static inline struct simt_dim3 simt_index_of(uint64_t i, struct simt_dim3 extent) {
    return (struct simt_dim3){(unsigned)(i % extent.x), (unsigned)(i / extent.x % extent.y),
                              (unsigned)(i / extent.x / extent.y)};
}

/** The running launch, or the last one. */
extern const struct simt_launch_event *simt_observed_launch;
/** A thread (warp * 32 + lane, in the launch) as a side of an error at @p pc. */
struct simt_actor simt_thread_actor(uint32_t thread, uintptr_t pc);
/** Thread @p i of a block as a side of an error at @p pc. */
static inline struct simt_actor simt_block_actor(const struct simt_block_event *block, uint32_t i,
                                                 uintptr_t pc) {
    return simt_thread_actor(block->first_warp * SIMT_WARP + i, pc);
}

/** The lane whose bits a shuffle gives to lane @p i; @p i itself if the source is outside its sub-warp.
 */
unsigned simt_shuffle_source(unsigned i, const struct simt_warp_request *request);
