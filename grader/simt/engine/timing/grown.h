/**
 * @file grown.h
 * @brief The sample of a launch at a size at which it did not run: loops that grow with the size are longer.
 */
#ifndef SIMT_GROWN_H
#define SIMT_GROWN_H

#include "engine/model/sample.h"

/** Two samples of a launch, and how it is to be run. */
struct simt_growth {
    const struct simt_sample *small, *large; /**< at the sizes n1 and n2 */
    double n1, n2;                           /**< those sizes */
    double threads1, threads2;               /**< of the launches */
    double n, threads;                       /**< of the launch to come */
};

/**
 * The sample at the size to come: a basic block that a thread ran more often at the larger size is taken for
 * part of a loop, whose iterations grow on.
 * @param requests receives by how much the requests to memory of a thread grew
 * @return a sample of its own, to be freed; NULL if the blocks are not known, or there is no memory
 */
struct simt_sample *simt_sample_grown(const struct simt_growth *growth, double *requests);

#endif
