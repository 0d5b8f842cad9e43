/**
 * @file strides.h
 * @brief Strides that grow with the size of the input: the lanes of a request draw apart.
 *
 * Where each thread has a stretch of n / threads elements, the lanes of a warp are side by side at a small
 * size. At a large one each has a line of its own, and what the resident warps use of a cache between two
 * uses of a line may be more than it holds.
 */
#ifndef SIMT_STRIDES_H
#define SIMT_STRIDES_H

#include "engine/model/profile.h"
#include "engine/model/sample.h"
#include "engine/predict/growth.h"

/** Warps that are resident at a time. */
struct simt_resident_warps {
    double multiprocessor; /**< of one */
    double device;         /**< of all together */
};

/**
 * Draws the lanes of a grown sample (grown.h) apart, of requests whose lanes are at equal distances.
 *
 * The lines and sectors of requests at one place of the code are taken for powers of the size, up to one for
 * each active lane. The resident warps are taken to advance together. Then between two uses of a line each
 * touches as many lines as the one that comes back. If that is more than a cache has room for, the use
 * misses. Both caches make room by lines of 128 bytes, also for a store, and fill them by sectors of 32
 * (Khairy et al., Accel-Sim, ISCA 2020).
 * @param grown   the sample to be changed
 * @param small   the sample at the first size
 * @param large   the sample at the second size
 * @param sizes   of the launch
 * @param warps   of the launch to come
 * @param profile of the device
 */
void simt_strides_grow(struct simt_sample *grown, const struct simt_sample *small,
                       const struct simt_sample *large, const struct simt_sizes *sizes,
                       const struct simt_resident_warps *warps, const struct simt_profile *profile);

#endif
