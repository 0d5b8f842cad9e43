/**
 * @file guess.h
 * @brief Plain reads that only guess what a word holds: an atomicCAS checks the guess.
 *
 * The CUDA C++ Programming Guide begins every atomic it makes of atomicCAS() with a plain read of the word.
 * To the letter that is a race with the atomics of other threads; but a wrong guess costs another round, and
 * nothing else. So a race of a plain read with an atomic is let pass where the read is such a guess: the
 * thread's next access to the word is an atomicCAS that expects what was read. What is judged is the place in
 * the code, over a launch, not the single read: where some guesses are checked, others may have shown that
 * there is nothing to do (a maximum that is large enough already).
 *
 * A place that always guesses the same, of which its atomicCAS always makes the same, asks whether a lock is
 * free or nobody has come yet. That is a race as before, for the compiler may ask once for all rounds of a
 * loop. So is every race with a plain write.
 */
#ifndef SIMT_GUESS_H
#define SIMT_GUESS_H

#include "engine/observe/race_report.h"

/** Begins a launch: no guess was seen. */
void simt_cas_read_begin_launch(void);
/**
 * The running lane, at @p pc, is about to compare a word with @p expected and, if it is that, to store @p
 * desired: notes where it was guessed. The first time the lane gives way then, so that its guess may turn out
 * wrong as it does on a GPU, where a warp guesses together.
 */
void simt_cas_read_check(uintptr_t address, unsigned size_log2, uint64_t expected, uint64_t desired,
                         uintptr_t pc);
/** Holds back a race of the plain read at @p pc with an atomic. @return false if it is known to be no guess:
 * it is the caller's to report */
bool simt_cas_read_hold(uintptr_t pc, const struct simt_race *race);
/** Reports those that were held back and are races; at the end of a launch. */
void simt_cas_read_report(void);

#endif
