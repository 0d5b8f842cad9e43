/**
 * @file builtins.h
 * @brief The storage behind threadIdx and its kin: what the running lane sees in them.
 *
 * To the program they are constants, which a lane may keep in registers but will also read again after it
 * was switched away, so that the scheduler sets them each time it enters a lane, and clears them for the
 * host.
 */
#ifndef SIMT_ENGINE_BUILTINS_H
#define SIMT_ENGINE_BUILTINS_H

#include "simt/abi.h"

/** threadIdx. */
extern __thread struct simt_dim3 simt_builtin_thread_idx;
/** blockIdx. */
extern __thread struct simt_dim3 simt_builtin_block_idx;
/** blockDim. */
extern __thread struct simt_dim3 simt_builtin_block_dim;
/** gridDim. */
extern __thread struct simt_dim3 simt_builtin_grid_dim;

#endif
