/**
 * @file occupancy.h
 * @brief How many blocks of a kernel a multiprocessor holds at a time.
 */
#ifndef SIMT_OCCUPANCY_H
#define SIMT_OCCUPANCY_H

#include "engine/model/profile.h"

/**
 * Blocks of @p threads that fit on a multiprocessor together (CUDA C++ Programming Guide, "Multiprocessor
 * Level").
 * @param shared    bytes of shared memory of a block, static and dynamic
 * @param registers of a thread; 0: not known, and no limit
 * @return 0 if not even one does
 */
double simt_occupancy(const struct simt_profile *profile, double threads, double shared, double registers);

#endif
