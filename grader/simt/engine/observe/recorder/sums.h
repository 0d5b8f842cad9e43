/**
 * @file sums.h
 * @brief Atomic additions put into the order in which a warp makes them.
 *
 * A lane runs alone until it waits, so that all its additions to a word come before its neighbour's. A trace
 * shows a warp's instructions one after the other, as hardware runs them; there the word has other values in
 * between, and the same at the end. Where a word is only added to, these are known.
 */
#ifndef SIMT_RECORD_SUMS_H
#define SIMT_RECORD_SUMS_H

#include <stdbool.h>
#include <stdint.h>

/** Lanes of another warp run from now on, or a barrier was passed: what was noted so far is over. */
void simt_sums_begin(void);
/** A lane is about to access a word that holds @p value. @p adds: it is an atomic addition of an integer. */
void simt_sums_note(uint64_t address, uint64_t value, bool adds);
/** The trace has come to an addition. @p before and @p after, as they were, become what they are in
 * its order. */
void simt_sums_place(uint64_t address, unsigned size, uint64_t *before, uint64_t *after);

#endif
