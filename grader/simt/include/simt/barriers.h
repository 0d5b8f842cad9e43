/**
 * @file barriers.h
 * @brief Block barriers, memory fences and the rest of a thread's synchronisation.
 */
#ifndef SIMT_BARRIERS_H
#define SIMT_BARRIERS_H

#include "abi.h"
#include "qualifiers.h"

/** @name As in the CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions" and
 * "Time Function"
 * @{ */
/** Barriers are for all threads of the block, or all lanes of the mask; those that have ended do not count. A
 * clock shows modelled cycles since the launch began. */
SIMT_INLINE void __syncthreads() { simt_block_barrier(); }
SIMT_INLINE int __syncthreads_count(int predicate) { return simt_barrier(SIMT_BARRIER_COUNT, predicate); }
SIMT_INLINE int __syncthreads_and(int predicate) { return simt_barrier(SIMT_BARRIER_AND, predicate); }
SIMT_INLINE int __syncthreads_or(int predicate) { return simt_barrier(SIMT_BARRIER_OR, predicate); }
SIMT_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) { simt_warp_barrier(mask); }

SIMT_INLINE void __threadfence_block() { simt_fence(SIMT_FENCE_BLOCK); }
SIMT_INLINE void __threadfence() { simt_fence(SIMT_FENCE_DEVICE); }
SIMT_INLINE void __threadfence_system() { simt_fence(SIMT_FENCE_SYSTEM); }

SIMT_INLINE void __nanosleep(unsigned int) { simt_yield(); }
[[noreturn]] SIMT_INLINE void __trap() { simt_trap(); }
SIMT_INLINE long long clock64() { return simt_clock(); }
/** @} */

#endif
