/**
 * @file machine.h
 * @brief The machine's state: one launch, its running block, the block's warps and lanes.
 *
 * Theory of operation. A launch runs its blocks one after another; a block runs its warps in turn, each
 * until all of its lanes are parked at a barrier, waiting for each other, or gone. A lane runs alone until it
 * parks, and logs every basic block and memory access in its column of the access log.
 * When all lanes of a warp are parked, the log is flushed (flush.c): merged in lockstep order, so that lanes
 * at the same instruction form one request (log/merge.c), which is passed to the observers
 * (observe/observer.h). So checks and counters see a warp as the hardware runs it.
 *
 * Everything here belongs to the one OS thread that launches.
 */
#ifndef SIMT_MACHINE_H
#define SIMT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/fiber/fiber.h"
#include "engine/observe/observer.h"
#include "simt/abi.h"

/** How a lane loops while it polls (polling.c). */
struct simt_circle {
    const uint64_t *start; /**< where the log of the current round begins */
    uint64_t start_clock;  /**< the lane's clock then */
    uint64_t found;        /**< hash of the values found in the current round */
    uint64_t found_before; /**< the same for the previous round */
    uint64_t variables;    /**< hash of the lane's own, at the end of this slice's first round; 0: unknown */
    uintptr_t first_at;    /**< the lowest code address of the loop's accesses */
    uint32_t rows;         /**< of the log that the previous round took; 0: unknown */
    uint32_t steps;        /**< accesses since the round began */
    uint32_t patience;     /**< so many make it choose another start */
    uint32_t turns;        /**< slices that ended in a loop */
    bool in_vain;          /**< all rounds of this slice were identical */
};

/** A lane. Members that a switch uses come first and fill one cache line; those that a new
 * thread initialises start the next. */
struct simt_lane {
    uint64_t *log_next;              /**< where its next entry goes; NULL on the host */
    uint64_t *log_limit;             /**< the end of the room for entries; NULL on the host */
    uint64_t depth_key;              /**< call depth, ready to be or-ed into a key */
    uintptr_t entered_from;          /**< the call of the function that it entered last */
    struct simt_local_memory *local; /**< its arrays on the stack (local_memory.h); NULL before the first */
    struct simt_stack stack;         /**< the stack that it holds; another one may run it (scheduler.c) */
    uint32_t number;                 /**< in the block, x fastest */
    uint32_t order;                  /**< grows each time a lane resumes, and so orders the lanes */
    uintptr_t waits_at;              /**< code address of the barrier or warp operation */
    uint64_t met;                    /**< block barriers it has reached: bits of simt_barrier_places */
    uint64_t clock;                  /**< entries before those of the present time slice */
    int64_t ran;      /**< instructions since its last wait, of a lane that gave way before its next one */
    uint64_t slept;   /**< nanoseconds requested by __nanosleep() */
    uint32_t polls;   /**< rounds of a loop in this slice */
    uintptr_t polled; /**< address of the word that begins a round; 0: none yet */
    bool started;     /**< on its stack a loop over lanes waits to go on */
    uintptr_t left_from[SIMT_LAST_BLOCKS]; /**< the last basic blocks it ran before it ended, where known;
                                              0: unknown */
    uintptr_t ended_at;                    /**< its last access before it ended; 0: none */
    uintptr_t polled_at;                   /**< the code address that reads that word */
    uint64_t polled_value;                 /**< the value of that word */
    struct simt_circle circle;             /**< more about the loop */
    uint64_t step_key;                     /**< of the access before which it waits for others */
    uint64_t stepped_at;                   /**< since when, in steps */
    bool gives_way;                        /**< other warps are to run before that access */
    int predicate;                         /**< the argument at the block barrier it waits at */
    enum simt_barrier_op barrier_op;       /**< whether and how that barrier combines predicates */
    struct simt_warp_request request;      /**< with the warp operation it waits at */
    uint64_t passed_origin;                /**< of the value that it passes to its next shuffle (unset.h) */
    uintptr_t entry_slot; /**< simt_time_slice.entry_slot, while it waits in the middle of its code */
} __attribute__((aligned(64)));

/** An atomic that one lane of a warp repeats: it may draw from a queue that blocks share. */
struct simt_ticket {
    uintptr_t at;   /**< code address; 0: none */
    uint32_t lane;  /**< the lane that executed it; SIMT_WARP: several */
    uint32_t round; /**< number of the time slice then */
};
/** The number of such atomics that are distinguished in a warp. */
enum { SIMT_TICKETS = 4 };

/** A warp of the running block. */
struct simt_warp {
    uint32_t number; /**< in the launch */
    /** @name Masks of lanes: those that exist, and the state of each
     * @{ */
    uint32_t lanes;      /**< those that exist */
    uint32_t ready;      /**< may run */
    uint32_t full;       /**< have a full log column */
    uint32_t polling;    /**< find the same value in a word again and again */
    uint32_t stepping;   /**< are about to access memory, together with others at the same instruction */
    uint32_t at_barrier; /**< wait at the block barrier */
    uint32_t at_op;      /**< wait at a warp operation, or at the barrier of a tile */
    uint32_t exited;     /**< have ended */
    uint32_t captured;   /**< wait in the middle of their code, and so occupy a stack */
    /** @} */
    uint64_t most; /**< instructions of the lane that ran most, until every lane waits */
    struct simt_ticket tickets[SIMT_TICKETS]; /**< atomics by which a lane may draw work, by their slots */
};

/** A block that is resident. */
struct simt_block {
    struct simt_block_event event; /**< passed to observers */
    struct simt_dim3 index;        /**< its index in the grid */
    uintptr_t barrier_at; /**< where the first thread waits for the next block barrier; 0: none does */
    uint64_t barrier_bit; /**< of that barrier, in simt_barrier_places */
    bool barriers_differ; /**< some thread waits at a different barrier */
    bool barrier_reduces; /**< some thread uses _count, _and or _or */
    bool tiles_wait;      /**< some lane has reached the barrier of a tile of several warps */
    bool moved;           /**< some lane has made progress since this was last cleared */
    bool turn_over;       /**< other blocks are to run: some lane looped for long, or is to give way */
    void *shared_image;   /**< its shared memory while another block runs; NULL if it never had to give way */
    unsigned char *stacks;  /**< the contents of its lanes' stacks, likewise */
    size_t stacks_room;     /**< bytes there */
    bool paused;            /**< it gave way because of the schedule, and could have continued */
    bool logs;              /**< its lanes log what they do */
    uint32_t capacity;      /**< threads that there is room for */
    struct simt_lane *lane; /**< its threads */
    simt_context *context;  /**< where each of them resumes */
    struct simt_warp *warp; /**< its warps */
    char *frames;           /**< what each lane needs after it has waited (lane_frames.h) */
    uint32_t frame_bytes;   /**< of each; 0: none yet */
};

/** The running launch. */
struct simt_launch {
    struct simt_launch_event event; /**< passed to observers */
    size_t dynamic_bytes;           /**< dynamic shared memory of a block */
    bool cooperative;               /**< its blocks may wait for each other: all are resident together */
    bool fenced;                    /**< some thread has executed a fence, or an access that orders others */
    bool signals;                   /**< some thread has stored to a volatile word of global memory */
};

/** The running launch. */
extern struct simt_launch simt_launch_now;
/** Index in its block of each thread of the launch, by its number. */
extern struct simt_dim3 simt_thread_index[SIMT_MAX_THREADS];
/** The block whose lanes run. */
extern struct simt_block *simt_block_now;
/** The lane of the host, which is none. */
extern struct simt_lane simt_host_lane;
/** The running lane; simt_host_lane on the host, in each of its threads. */
extern _Thread_local struct simt_lane *simt_running;
/** The running lane; NULL on the host. */
static inline struct simt_lane *simt_self(void) {
    return simt_running == &simt_host_lane ? NULL : simt_running;
}
/** What the running lane runs on; an empty one on the host. */
const struct simt_stack *simt_own_stack(void);
/** The end of what is the running lane's on it: what lies above a confined kernel's first frame is the
 * engine's. */
uintptr_t simt_own_stack_end(void);
/** The warp whose lanes run. */
extern struct simt_warp *simt_warp_now;

/** @name The log of the running lane (scheduler.c, flush.c)
 * @{ */
/** The log of the running warp. */
extern struct simt_access_log simt_log;
/** Next entry and limit of a lane that logs nothing: no address is below it. */
#define SIMT_LOG_NOTHING ((uint64_t *)1)
/** Before lanes run: sets the flags that compiled code tests before hook calls (simt/quiet.h, hooks.c). */
void simt_quiet_begin(void);
/** The host runs again. */
void simt_quiet_end(void);
/** Instructions that lanes ran while they logged nothing, and calls of this: clock64() counts these then. */
uint64_t simt_quiet_step(void);

/** Start of a lane's column. */
static inline uint64_t *simt_column(const struct simt_lane *lane) {
    return &simt_log.key[0][lane->number % SIMT_WARP];
}
/**
 * Flushes the logged entries of a warp's lanes to the observers.
 * @param finish all of it, even if some lane is in the middle of an operation
 */
void simt_flush_log(struct simt_warp *warp, struct simt_lane *lanes, bool finish);
/** Notes the order of a lane's entries from now on: because it resumes after others, or, if @p before, for
 * the first time in this batch, so that its earlier entries keep their order. */
void simt_note_order(const struct simt_lane *lane, bool before);
/** @} */

/** @name Scheduling (scheduler.c, blocks.c)
 * @{ */
/** Parks the running lane, a member of mask @p where of its warp from now on, and runs others; returns when
 * it is resumed. */
void simt_park(uint32_t *where);
/** Parks the running lane before its access at @p pc until the lanes of its warp that can reach it have come,
 * and those at lower addresses have continued (lockstep.c). Not to be called on the host.
 * @param stores it is a store; @param globally not to shared memory: interleaved, others run before it */
void simt_step(uintptr_t pc, bool stores, bool globally);
/** The lanes that resume from simt_step(); there are some. */
uint32_t simt_next_step(const struct simt_warp *warp, const struct simt_lane *lanes);
/** Notes that the running lane read @p value from a word that others may write; lets others run if it keeps
 * returning to the same value (polling.c). */
void simt_note_poll(uintptr_t address, uint64_t value, uintptr_t pc);
/** Notes that the running lane changed a word by an atomic: if it repeats that, alone of its warp, the blocks
 * may share a queue, and others get their turn first. */
void simt_note_ticket(uintptr_t pc);
/** The same for a nap, which reads nothing. */
void simt_note_nap(uintptr_t pc);
/** True if nothing shows that the polling lanes of a warp will ever make progress. */
bool simt_polls_in_vain(const struct simt_warp *warp, const struct simt_lane *lanes);
/** Polling lanes must also have unchanged variables to count as without progress. */
extern bool simt_polls_are_proved;
/** Runs each warp of the running block once, as far as it can. */
void simt_run_warps(void);
/** Makes a lane ready to run as thread @p number of a new block; its stack is used again if started. */
void simt_prepare_lane(struct simt_lane *lane, simt_context *context, uint32_t number);
/** Gives each lane of a block a zeroed frame of so many bytes (blocks.c). The program ends if there is no
 * memory. */
void simt_lay_frames(struct simt_block *block, uint32_t bytes);
/** Ends the launch because of a fault of the running lane; does not return. */
_Noreturn void simt_abort_launch(int cuda_error);
/** A number that no epoch had before. */
uint32_t simt_next_epoch(void);
/** Completes the warp operations that every participating lane has reached (warp_op.c). */
void simt_resolve_warp_ops(struct simt_warp *warp, struct simt_lane *lanes);
/** The block barriers that threads of this launch have reached (block_barrier.c). The last element
 * covers all further ones, if there are any, and is 0 then. */
extern uintptr_t simt_barrier_places[SIMT_BARRIER_PLACES];
/** Forgets the places of an earlier launch. */
void simt_barriers_begin_launch(void);
/** Resumes the threads of a block once all have reached a barrier (block_barrier.c). */
void simt_release_block_barrier(struct simt_block *block);
/** Resumes each tile of several warps whose threads have all arrived (tile_barrier.c). @return whether there
 * was one */
bool simt_release_tiles(struct simt_block *block);
/** The event of a block whose threads wait (positions.c). */
struct simt_barrier_event simt_barrier_event_of(struct simt_block *block);
/** Notes the running lane's path as it ends: other threads may yet reach a barrier. */
void simt_note_end(void);
/** @} */

/** Number of the running lane's thread in the launch: warp * 32 + lane. */
static inline uint32_t simt_running_thread(void) {
    return simt_block_now->event.first_warp * SIMT_WARP + simt_running->number;
}
/** The event of the running lane at @p pc. */
static inline struct simt_lane_event simt_lane_event_at(uintptr_t pc) {
    return (struct simt_lane_event){.block = &simt_block_now->event,
                                    .thread = simt_running_thread(),
                                    .pc = pc,
                                    .stack_low = simt_own_stack()->low,
                                    .stack_high = simt_own_stack()->high};
}
/** The running lane, or another one of its block, as a side of an error. */
struct simt_actor simt_lane_actor(const struct simt_lane *lane, uintptr_t pc);
/** The running lane, or the host, as a side of an error. */
static inline struct simt_actor simt_actor_at(uintptr_t pc) {
    return simt_self() ? simt_lane_actor(simt_self(), pc) : (struct simt_actor){.pc = pc};
}

#endif
