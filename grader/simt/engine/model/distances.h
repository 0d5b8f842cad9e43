/**
 * @file distances.h
 * @brief How much memory is brought in between two uses of the same: sorted by its logarithm, for the uses of
 *        one launch may be of different kinds, and those at random places are of all distances.
 */
#ifndef SIMT_DISTANCES_H
#define SIMT_DISTANCES_H

#include <stdint.h>

/** Octaves that are told apart. */
enum { SIMT_OCTAVES = 40 };

/** Distances. Begins as zero. */
struct simt_distances {
    uint64_t count[SIMT_OCTAVES]; /**< how many, of each octave */
    double bytes[SIMT_OCTAVES];   /**< their sum */
};

/** Adds one of so many bytes. */
void simt_distances_add(struct simt_distances *distances, uint64_t bytes);
/** The mean of all; 0 if there are none. */
double simt_distances_mean(const struct simt_distances *distances);

#endif
