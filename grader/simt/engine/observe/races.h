/**
 * @file races.h
 * @brief Races, and the reports that depend on them.
 */
#pragma once

#include <stdbool.h>

#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/log/sites.h"
#include "engine/memory/device_range.h"
#include "engine/report/errors.h"

/** What an access does; an atomic reads and writes. */
enum simt_access_kind { SIMT_ACCESS_READ, SIMT_ACCESS_WRITE, SIMT_ACCESS_ATOMIC };

/** One race: two unordered accesses. */
struct simt_race {
    struct simt_actor here;                      /**< the second */
    struct simt_actor there;                     /**< the first */
    enum simt_access_kind here_kind, there_kind; /**< the kind of each */
    enum simt_space space;                       /**< of the memory */
    const char *remedy;                          /**< what would have ordered them */
    bool not_acquired; /**< the second one saw a signal after the first, and only its fence is missing */
};

/** Records it as an error. */
void simt_race_report(const struct simt_race *race);

/* Plain reads for a CAS loop: they only guess the value of a word, and an atomicCAS checks the guess.
 *
 * The CUDA C++ Programming Guide begins every atomic built on atomicCAS() with a plain read of the word.
 * Strictly, that is a race with the atomics of other threads. But a wrong guess costs only another round. So
 * a race of a plain read with an atomic is ignored if the thread's next access to the word is an atomicCAS
 * that expects the value read. The verdict is on the code address, over a launch, not on the single read:
 * if some reads are checked, others may have shown that there is nothing to do (a maximum that is already
 * large enough).
 *
 * A read that always finds the same value, whose atomicCAS always stores the same one, tests whether a lock
 * is free or whether this thread is the first. That is still a race, because the compiler may read once for
 * all rounds of a loop. So is every race with a plain write. */

/** Defers the report of a race of the plain read at @p pc with an atomic until the launch ends.
 * @return false if the read is known not to be one of a CAS loop: the caller reports it */
bool simt_cas_read_defer(uintptr_t pc, const struct simt_race *race);

/* Volatile words that signal between blocks, and volatile data that is read after such a signal.
 *
 * A volatile read of a word that another block stores to is excused, because that is how blocks wait. But a
 * thread that has seen a signal and then reads another word, which the same block stored before its signal,
 * reads data: it relies on an order that volatile does not provide. The run shows it: the thread had read a
 * word that a thread of the other block wrote after it wrote this one. Two reads at the same code address are
 * of signals of one kind, each complete by itself. */

/** True if a volatile read at this code address has come after another signal, in this launch. */
bool simt_reads_behind_signal(const struct simt_site *site);

/* Reads of uninitialised memory: reported at the end of the launch, unless they are one side of a
 * race.
 *
 * A thread that reads too early, because a barrier is missing, finds nothing there only because of the order
 * in which the engine runs threads: the race is the error, and a second report of the same mistake would
 * mislead. */

/** A thread has written these bytes in a race with a reader: forgets the deferred reports about them. */
void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size);
/** Makes the deferred reports; at the end of a launch. */
void simt_deferred_report(void);

/* Whether the stores of a warp to one place stored the same value, and so do not disturb each other. */

/** True if a store of the batch being merged, of at most 8 bytes, found what is there after the batch.
 * @param before what its entry says
 * @param offset of the place: its address less SIMT_DEVICE_BASE */
static inline bool simt_stored_nothing_new(uint64_t before, uint64_t offset, unsigned size) {
    return before == simt_peek(SIMT_DEVICE_BASE + offset, (unsigned)__builtin_ctz(size));
}

/**
 * Looks at a batch that is being merged.
 * @param other  a lane of which a store must be among them
 * @param offset of the place, of @p size bytes, at most 8
 * @return true if all stores to exactly this place stored one value
 */
bool simt_stores_agree(const struct simt_batch *batch, uint32_t other, uint64_t offset, unsigned size);
/** True if lane @p other stored to the place in this batch, and after lane @p lane had run: what @p lane
 * found there is not what @p other left. False where lanes did not run one after another. */
bool simt_stored_later(const struct simt_batch *batch, uint32_t other, uint32_t lane, uint64_t offset,
                       unsigned size);
/** The next question is about another batch. */
void simt_stores_forget(void);
