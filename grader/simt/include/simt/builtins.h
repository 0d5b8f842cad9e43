/**
 * @file builtins.h
 * @brief threadIdx, blockIdx, blockDim, gridDim and warpSize; barriers, fences and the clock.
 *
 * The indices are variables, as in CUDA, so that a program may give its own variables the same names. The
 * engine stores the running lane's values in them whenever it switches lanes (engine/exec/builtins.h). They
 * are constant for the compiler, so they are read without instrumentation and kept in registers. They are
 * zero on the host.
 */
#pragma once

#include "abi.h"
#include "qualifiers.h"
#include "vector_types.h"

/** The type of blockDim and gridDim: a dim3 without a constructor, so that it is a constant for the compiler.
 */
struct simt_extent {
    unsigned int x; /**< first */
    unsigned int y; /**< second */
    unsigned int z; /**< third */
    /** The same as a dim3. */
    SIMT_ON_BOTH constexpr operator dim3() const { return dim3(x, y, z); }
    /** The same as a vector. */
    SIMT_ON_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
};

/** The linker's name of such a variable. */
#define SIMT_BUILTIN(name) __asm__("simt_builtin_" name)

/** @name As in the CUDA C++ Programming Guide, "Built-in Variables"
 * @{ */
extern "C" {
/** Of the running lane; on the host all are zero, except warpSize, which is 32. */
SIMT_ON_DEVICE extern __thread const uint3 threadIdx SIMT_BUILTIN("thread_idx");
SIMT_ON_DEVICE extern __thread const uint3 blockIdx SIMT_BUILTIN("block_idx");
SIMT_ON_DEVICE extern __thread const simt_extent blockDim SIMT_BUILTIN("block_dim");
SIMT_ON_DEVICE extern __thread const simt_extent gridDim SIMT_BUILTIN("grid_dim");
SIMT_ON_DEVICE extern const int warpSize __asm__("simt_builtin_warp_size");
}
#undef SIMT_BUILTIN
/** @} */

/** @name As in the CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions" and
 * "Time Function"
 * @{ */
/** Barriers are for all threads of the block, or all lanes of the mask; ended threads do not count. The clock
 * shows modelled cycles since the launch began. */
#ifndef SIMT_EDITOR_H /* clang declares this one itself */
SIMT_INLINE void __syncthreads() { simt_block_barrier(); }
#endif
SIMT_INLINE int __syncthreads_count(int predicate) { return simt_barrier(SIMT_BARRIER_COUNT, predicate); }
SIMT_INLINE int __syncthreads_and(int predicate) { return simt_barrier(SIMT_BARRIER_AND, predicate); }
SIMT_INLINE int __syncthreads_or(int predicate) { return simt_barrier(SIMT_BARRIER_OR, predicate); }
SIMT_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) { simt_warp_barrier(mask); }

SIMT_INLINE void __threadfence_block() { simt_fence(SIMT_FENCE_BLOCK); }
SIMT_INLINE void __threadfence() { simt_fence(SIMT_FENCE_DEVICE); }
SIMT_INLINE void __threadfence_system() { simt_fence(SIMT_FENCE_SYSTEM); }

SIMT_INLINE void __nanosleep(unsigned int nanoseconds) { simt_sleep(nanoseconds); }
#define __builtin_assume(condition) static_cast<void>(sizeof(!(condition)))
[[noreturn]] SIMT_INLINE void __trap() { simt_trap(); }
SIMT_INLINE long long clock64() { return simt_clock(); }
/** @} */
