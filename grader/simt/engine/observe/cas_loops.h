/**
 * @file cas_loops.h
 * @brief Plain reads for a CAS loop: they only guess what a word holds, and an atomicCAS checks the guess.
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
 * all rounds of a loop. So is every race with a plain write.
 */
#ifndef SIMT_CAS_LOOPS_H
#define SIMT_CAS_LOOPS_H

#include "engine/observe/races.h"

/** Defers the report of a race of the plain read at @p pc with an atomic until the launch ends.
 * @return false if the read is known not to be one of a CAS loop: the caller reports it */
bool simt_cas_read_defer(uintptr_t pc, const struct simt_race *race);

#endif
