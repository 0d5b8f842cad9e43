/**
 * @file gathered_atomics.h
 * @brief Atomics that nvcc has a warp gather before one lane does them.
 *
 * Where all lanes of a warp use one address, whatever they have loaded, nvcc adds up the values of the active
 * lanes (VOTE, REDUX), and one lane does the atomic. It does so for 32-bit integers, in global and in shared
 * memory (seen with nvcc 13.0 for sm_90), and not for floating point or 64 bits.
 */
#ifndef SIMT_GATHERED_ATOMICS_H
#define SIMT_GATHERED_ATOMICS_H

#include <stdbool.h>

#include "engine/log/batch.h"

/** Whether a request of atomics is gathered: its lanes use one address, and so did all earlier requests at
 * its place of the code. */
bool simt_atomic_is_gathered(const struct simt_request *request);

#endif
