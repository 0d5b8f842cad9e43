/* The storage behind threadIdx and its kin. */
#include "engine/run/builtins.h"

__thread struct simt_dim3 simt_builtin_thread_idx;
__thread struct simt_dim3 simt_builtin_block_idx;
__thread struct simt_dim3 simt_builtin_block_dim;
__thread struct simt_dim3 simt_builtin_grid_dim;

extern const int simt_builtin_warp_size;
const int simt_builtin_warp_size = 32;
