/* The storage behind threadIdx and its kin. */
#include "engine/exec/builtins.h"

__thread struct simt_dim3 simt_builtin_thread_idx;
__thread struct simt_dim3 simt_builtin_block_idx;
__thread struct simt_dim3 simt_builtin_block_dim;
__thread struct simt_dim3 simt_builtin_grid_dim;

/* The same for programs that clang compiles. */
#define ALIAS(name)                                                                                          \
    extern __thread struct simt_dim3 __llvm_gcov_simt_##name __attribute__((alias("simt_builtin_" #name)))
ALIAS(thread_idx);
ALIAS(block_idx);
ALIAS(block_dim);
ALIAS(grid_dim);

extern const int simt_builtin_warp_size;
const int simt_builtin_warp_size = 32;
