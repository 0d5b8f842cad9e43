/**
 * @file reuse.h
 * @brief What loads find in the multiprocessor's cache at a size at which they did not run.
 *
 * At the small sizes a multiprocessor may have one block where it will have eight, and a row that is gone
 * through three times may fit where it will not.
 */
#ifndef SIMT_REUSE_H
#define SIMT_REUSE_H

#include "engine/model/sample.h"
#include "engine/predict/growth.h"

/**
 * Tells a grown sample (grown.h) anew which sectors its loads find near.
 *
 * Between two uses of a line its block brings in other lines: their number at the size to come is a power of
 * the size, for each place of the code. If there is no room for so many, the load misses. What only one block
 * uses, and brings in again, comes from device memory if the second-level cache has no room for it either.
 * @param grown  the sample to be changed
 * @param small  the sample at the first size
 * @param large  the sample at the second size
 * @param sizes  of the launch
 * @param beside blocks that a multiprocessor will have at a time
 */
void simt_reuse_grow(struct simt_sample *grown, const struct simt_sample *small,
                     const struct simt_sample *large, const struct simt_sizes *sizes, double beside);

#endif
