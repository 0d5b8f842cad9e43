/**
 * @file grown.h
 * @brief The sample of a launch at a size at which it did not run: loops that grow with the size are longer.
 */
#ifndef SIMT_GROWN_H
#define SIMT_GROWN_H

#include "engine/model/sample.h"
#include "engine/predict/growth.h"

/**
 * The sample at the size to come. A basic block that a thread ran more often at the larger size is taken for
 * a part of a loop, which has more iterations: it is repeated with all that it does.
 * @param small    the sample at the first size
 * @param large    the sample at the second size
 * @param sizes    of the launch
 * @param requests how many requests to memory a thread will make, divided by those at the second size, from
 *                 the sum over all blocks; receives how many it makes in the sample. They are the same where
 * the grid is fixed: then blocks may differ, and the sampled ones say less than the sum.
 * @return a sample of its own, to be freed; NULL if the basic blocks are not known
 */
struct simt_sample *simt_sample_grown(const struct simt_sample *small, const struct simt_sample *large,
                                      const struct simt_sizes *sizes, double *requests);

#endif
