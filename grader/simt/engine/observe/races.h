/**
 * @file races.h
 * @brief What is said of a race.
 */
#ifndef SIMT_RACES_H
#define SIMT_RACES_H

#include "engine/report/errors.h"

#include <stdbool.h>

#include "engine/log/access_log.h"
#include "engine/log/sites.h"

/** What an access does; an atomic reads and writes. */
enum simt_access_kind { SIMT_ACCESS_READ, SIMT_ACCESS_WRITE, SIMT_ACCESS_ATOMIC };

/** One race: two accesses that nothing orders. */
struct simt_race {
    struct simt_actor here;                      /**< who came second */
    struct simt_actor there;                     /**< and who first */
    enum simt_access_kind here_kind, there_kind; /**< what each did */
    enum simt_space space;                       /**< to which memory */
    const char *remedy;                          /**< what would have ordered them */
    bool not_acquired; /**< the second one saw a signal behind the first, and only its fence is missing */
};

/** Records it as an error. */
void simt_race_report(const struct simt_race *race);

/* Plain reads for a CAS loop: they only guess what a word holds, and an atomicCAS checks the guess.
 *
 * The CUDA C++ Programming Guide begins every atomic it makes of atomicCAS() with a plain read of the word.
 * To the letter that is a race with the atomics of other threads. But a wrong guess costs another round, and
 * nothing else. So a race of a plain read with an atomic is let pass where the thread's next access to the
 * word is an atomicCAS that expects what was read. What is judged is the place in the code, over a launch,
 * not the single read: where some reads are checked, others may have shown that there is nothing to do (a
 * maximum that is large enough already).
 *
 * A place that always reads the same, of which its atomicCAS always makes the same, asks whether a lock is
 * free or whether no other thread has come yet. That is a race as before, for the compiler may read once for
 * all rounds of a loop. So is every race with a plain write. */

/** Defers the report of a race of the plain read at @p pc with an atomic until the launch ends.
 * @return false if the read is known not to be one of a CAS loop: the caller reports it */
bool simt_cas_read_defer(uintptr_t pc, const struct simt_race *race);

/* Volatile words by which blocks signal, and volatile data that is read behind such a signal.
 *
 * A volatile read of a word that another block stores to is excused, for that is how blocks wait. But a
 * thread that has seen a signal and then reads another word, to which the same block had stored before it
 * signalled, reads data: it relies on an order that volatile does not make. It is told by what happens: the
 * thread read a word that a thread of the other block wrote after it had written this one. Two reads at one
 * place of the code are of signals of one kind, each complete by itself. */

/** True if a volatile read at this place has come behind another signal, in this launch. */
bool simt_reads_behind_signal(const struct simt_site *site);

/* Reads of memory that no thread has written: reported at the end of the launch, unless they are one
 * side of a race.
 *
 * A thread that reads too early, for want of a barrier, finds nothing there only because of the order in
 * which the engine runs threads: the race is the error, and a second report of the same mistake would
 * mislead. */

/** Defers the report of a read of @p size unwritten bytes at @p offset from SIMT_DEVICE_BASE; @p epoch as in
 * the shadow cells. */
void simt_deferred_add(const struct simt_actor *actor, enum simt_log_kind kind, bool shared, uint32_t epoch,
                       uint64_t offset, unsigned size);
/** A thread has written these bytes in a race with a reader: what was deferred about them is forgotten. */
void simt_deferred_drop(uint32_t epoch, uint64_t offset, unsigned size);
/** Reports what was deferred; at the end of a launch. */
void simt_deferred_report(void);

#endif
