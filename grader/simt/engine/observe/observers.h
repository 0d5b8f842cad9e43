/**
 * @file observers.h
 * @brief For the machine: calls the observers that are on.
 */
#ifndef SIMT_OBSERVERS_H
#define SIMT_OBSERVERS_H

#include "engine/observe/observer.h"

/** How many observers there may be. */
enum { SIMT_MOST_OBSERVERS = 24 };

/** Those that are on in the running launch, in their order. */
struct simt_observers {
    const struct simt_observer *list[SIMT_MOST_OBSERVERS]; /**< each of them */
    unsigned count;                                        /**< of `list` */
    bool want_log; /**< some wants events from the log: lanes have to log what they do. An observer may change
                      it as blocks come and go, and after each slice, if it is the only one who does */
    bool want_accesses; /**< some wants each access as it happens */
    bool
        want_local; /**< lanes log accesses of local memory, too: an observer sets it as blocks come and go */
    bool want_positions; /**< some may ask where threads wait */
    bool want_sync;      /**< some wants fences, atomics and volatile accesses as they happen */
    void (*passing)(const struct simt_passing_access *); /**< of the observer that wants these; NULL: none */
};
/** Those of the running launch. */
extern struct simt_observers simt_observers;

/** Begins a launch: finds out which are on, and calls them. */
void simt_observers_begin_launch(const struct simt_launch_event *launch);

/** Calls each observer that is on and wants the event: SIMT_TELL(block_end, &event). */
#define SIMT_TELL(event, ...)                                                                                \
    do {                                                                                                     \
        for (unsigned simt_i = 0; simt_i < simt_observers.count; simt_i++)                                   \
            if (simt_observers.list[simt_i]->event)                                                          \
                simt_observers.list[simt_i]->event(__VA_ARGS__);                                             \
    } while (0)

/** State of an observer for each resident block, by its place; begins as zero but for @c entry_bytes. */
struct simt_block_states {
    size_t entry_bytes; /**< bytes of one state */
    void **entry;       /**< by place; owned */
    uint32_t count;     /**< of `entry` */
};
/** The state of the block at a place, zero when it is asked for first; it stays where it is. */
void *simt_block_state(struct simt_block_states *states, uint32_t place);

/** Merges a batch, and hands what is in it to the observers. */
void simt_observers_flush(struct simt_batch *batch);
/** Hands a compare-and-swap to the observers. @return true if the running lane should let others run first */
bool simt_observers_cas(const struct simt_cas_event *event);

#endif
