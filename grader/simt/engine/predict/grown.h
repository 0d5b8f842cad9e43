/**
 * @file grown.h
 * @brief The sample of a launch at a size at which it did not run: loops that grow with the size are longer.
 */
#ifndef SIMT_GROWN_H
#define SIMT_GROWN_H

#include "engine/model/sample.h"
#include "engine/predict/growth.h"

/** Requests to memory that a thread makes at the size to come, divided by those at the second size. */
struct simt_grown_requests {
    double expected; /**< by the sum over all blocks; where a loop grows faster than the size, as it does */
    double made;     /**< in the sample */
};

/**
 * The sample at the size to come. A basic block that a thread ran more often at the larger size is taken for
 * a part of a loop, which has more iterations: it is repeated with all that it does.
 * @param small    the sample at the first size
 * @param large    the sample at the second size
 * @param sizes    of the launch
 * @param together warps that run at the same time on a multiprocessor: where these are few, the sample is
 * longer
 * @param requests has what is expected; receives what is made, and may receive that more is to be expected.
 *                 They are the same where the grid is fixed: then blocks may differ, and the sampled ones say
 *                 less than the sum
 * @return a sample of its own, to be freed; NULL if the basic blocks are not known
 */
struct simt_sample *simt_sample_grown(const struct simt_sample *small, const struct simt_sample *large,
                                      const struct simt_sizes *sizes, double together,
                                      struct simt_grown_requests *requests);

#endif
