/**
 * @file iterations.h
 * @brief The order of a warp's operations on a GPU, where a compiler runs several iterations of a loop as
 * one.
 */
#ifndef SIMT_ITERATIONS_H
#define SIMT_ITERATIONS_H

#include "engine/model/sample.h"

/** Loads of a warp that come before the iterations that need them, at most. */
enum { SIMT_EARLY_LOADS = 32 };

/**
 * Puts the blocks of iterations that are run as one side by side (struct simt_code_loop): a basic block
 * stands for all of its copies then, and each of its requests is followed by those of the other copies. Of
 * the basic block `passes` is the number of copies, and of what follows it `at` is the number of them from
 * there on. Of a loop whose iterations follow each other all the same, loads that need nothing of the others
 * are asked for before as many iterations as are run as one.
 * @return the sample with its own operations where any were moved, to be freed by simt_iterations_free();
 * NULL if none were, or if there is no memory
 */
struct simt_sample *simt_iterations_together(const struct simt_sample *sample);
/** Accesses of the basic blocks from @p o on, as long as predicates guard them. */
uint32_t simt_accesses_guarded(const struct simt_warp_operation *o, const struct simt_warp_operation *end);
/** Frees it; NULL is allowed. */
void simt_iterations_free(struct simt_sample *together, const struct simt_sample *sample);

#endif
