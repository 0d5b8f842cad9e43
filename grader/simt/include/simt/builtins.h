/**
 * @file builtins.h
 * @brief threadIdx, blockIdx, blockDim, gridDim and warpSize.
 *
 * They are variables, as in CUDA, so that a program may give its own variables the same names. The engine
 * stores the running lane's values in them whenever it switches lanes (engine/builtins.h); being constant
 * to the compiler, they are read without instrumentation and kept in registers. Zero on the host.
 *
 * To clang no external structure is constant; but it reads variables of its own without instrumentation,
 * which it knows by their names.
 */
#ifndef SIMT_BUILTINS_H
#define SIMT_BUILTINS_H

#include "vector_types.h"

/** What blockDim and gridDim are: a dim3 without a constructor, which would make it no constant to the
 * compiler. */
struct simt_extent {
    unsigned int x; /**< first */
    unsigned int y; /**< second */
    unsigned int z; /**< third */
    /** The same as a dim3. */
    constexpr operator dim3() const { return dim3(x, y, z); }
    /** The same as a vector. */
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

#ifdef __clang__
/** The linker's name of such a variable. */
#define SIMT_BUILTIN(name) __asm__("__llvm_gcov_simt_" name)
#else
/** The linker's name of such a variable. */
#define SIMT_BUILTIN(name) __asm__("simt_builtin_" name)
#endif

/** @name As in the CUDA C++ Programming Guide, "Built-in Variables"
 * @{ */
extern "C" {
/** Of the running lane; all zero on the host, but for warpSize, which is 32. */
extern __thread const uint3 threadIdx SIMT_BUILTIN("thread_idx");
extern __thread const uint3 blockIdx SIMT_BUILTIN("block_idx");
extern __thread const simt_extent blockDim SIMT_BUILTIN("block_dim");
extern __thread const simt_extent gridDim SIMT_BUILTIN("grid_dim");
extern const int warpSize __asm__("simt_builtin_warp_size");
}
#undef SIMT_BUILTIN
/** @} */

#endif
