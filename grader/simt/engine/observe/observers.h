/**
 * @file observers.h
 * @brief For the machine: calls the observers that are on.
 */
#pragma once

#include "engine/observe/observer.h"

/** The most observers there may be. */
enum { SIMT_MOST_OBSERVERS = 24 };

/** The observers that are on in the running launch, in order. */
struct simt_observers {
    const struct simt_observer *list[SIMT_MOST_OBSERVERS]; /**< the observers */
    unsigned count;                                        /**< of `list` */
    bool want_log;      /**< some observer wants events from the log, so lanes have to log. An observer may
                           change it as blocks come and go, and after each slice, if no other observer does */
    bool want_accesses; /**< some observer wants each access as it happens */
    bool
        want_local; /**< lanes log accesses of local memory, too: an observer sets it as blocks come and go */
    bool want_positions; /**< some observer may request the positions of waiting threads */
    bool want_sync;      /**< some observer wants fences, atomics and volatile accesses as they happen */
    void (*passing)(const struct simt_passing_access *); /**< of the observer that wants these; NULL: none */
};
/** The observers of the running launch. */
extern struct simt_observers simt_observers;

/** Begins a launch: determines which observers are on, and calls them. */
void simt_observers_begin_launch(const struct simt_launch_event *launch);

/** Calls each observer that is on and wants the event: SIMT_TELL(block_end, &event). */
#define SIMT_TELL(event, ...)                                                                                \
    do {                                                                                                     \
        for (unsigned simt_i = 0; simt_i < simt_observers.count; simt_i++)                                   \
            if (simt_observers.list[simt_i]->event)                                                          \
                simt_observers.list[simt_i]->event(__VA_ARGS__);                                             \
    } while (0)

/** State of an observer for each resident block, by its slot; starts as zero except @c entry_bytes. */
struct simt_block_states {
    size_t entry_bytes; /**< bytes of one state */
    void **entry;       /**< by slot; owned */
    uint32_t count;     /**< of `entry` */
};
/** The state of the block in a slot, zero when first requested; its address is fixed. */
void *simt_block_state(struct simt_block_states *states, uint32_t place);

/** Merges a batch, and passes its events to the observers. */
void simt_observers_flush(struct simt_batch *batch);
/** Passes a compare-and-swap to the observers. @return true if others are to run first */
bool simt_observers_cas(const struct simt_cas_event *event);

/* The engine's own observers. */

extern const struct simt_observer simt_counters_observer;       /**< counters.c */
extern const struct simt_observer simt_sampling_observer;       /**< sampling.c */
extern const struct simt_observer simt_memory_observer;         /**< memory_checks.c */
extern const struct simt_observer simt_clocks_observer;         /**< clocks.c */
extern const struct simt_observer simt_happens_before_observer; /**< happens_before.c */
extern const struct simt_observer simt_signal_observer;         /**< signals.c */
extern const struct simt_observer simt_cas_loop_observer;       /**< cas_loops.c */
extern const struct simt_observer simt_race_observer;           /**< races.c */
extern const struct simt_observer simt_operation_observer;      /**< operation_accesses.c */
extern const struct simt_observer simt_barrier_observer;        /**< barrier_divergence.c */
extern const struct simt_observer simt_deadlock_observer;       /**< deadlock.c */
extern const struct simt_observer simt_pointer_observer;        /**< recorder/kernel_pointers.c */
extern const struct simt_observer simt_needless_observer;       /**< needless_barriers.c */
extern const struct simt_observer simt_recorder;                /**< recorder/recording.c */
