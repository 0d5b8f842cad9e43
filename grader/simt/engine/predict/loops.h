/**
 * @file loops.h
 * @brief Which basic blocks of a launch are of loops that grow with the size of its input, and how much.
 */
#ifndef SIMT_LOOPS_H
#define SIMT_LOOPS_H

#include "engine/model/sample.h"
#include "engine/predict/growth.h"

/** The basic blocks of a launch that was sampled at two sizes. */
struct simt_loops;

/** Counts how often warps run each basic block. @return to be freed; NULL if there is no memory */
struct simt_loops *simt_loops_new(const struct simt_sample *small, const struct simt_sample *large,
                                  const struct simt_sizes *sizes);
/** Frees it; NULL is allowed. */
void simt_loops_free(struct simt_loops *loops);

/** Names the warp of the larger sample that simt_loop_factor() is asked of next. */
void simt_loops_of_warp(struct simt_loops *loops, const struct simt_warp_sample *warp);
/** How many times as often that warp runs a basic block at the size to come: 1 if it is of no loop that
 * grows.
 * @param what the operation's */
double simt_loop_factor(struct simt_loops *loops, uintptr_t what);
/** The power of the size that the loop grows as which comes to run most often; 1 if none grows, or if the
 * samples have only a part of what warps did: what loop that part is of may differ. */
double simt_loops_power(const struct simt_loops *loops, const struct simt_sizes *sizes);
/** Multiplies what all loops come to have more of. */
void simt_loops_stretch(struct simt_loops *loops, double by);

#endif
