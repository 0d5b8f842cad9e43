/**
 * @file atomic_slices.h
 * @brief How a launch's atomics on global memory are spread over the slices of the second-level cache.
 *
 * Memory is dealt to the slices in pieces. Atomics on one piece wait for each other, others run side by side
 * (docs/results/profiles/README.md).
 */
#ifndef SIMT_ATOMIC_SLICES_H
#define SIMT_ATOMIC_SLICES_H

#include "engine/log/batch.h"

/** A launch begins. @param slice_bytes of a piece, a power of two */
void simt_atomic_slices_begin(double slice_bytes);
/** A request of atomics that takes @p passes: they fall on the pieces in proportion to its lanes. On one word
 * a pass takes @p on_word times as long, while the piece serves other words. */
void simt_atomic_slices_add(const struct simt_request *request, double passes, double on_word);
/** Passes of the piece that had most, or those that one of its words takes as long as. */
double simt_atomic_slices_most(void);

#endif
