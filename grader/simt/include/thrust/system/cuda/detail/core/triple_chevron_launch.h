/**
 * @file triple_chevron_launch.h
 * @brief Before CUB's header of this name the one that it needs where Thrust's device is not CUDA: in the
 * other order a namespace of this one hides a name of that one.
 */
#include <thrust/system/cuda/detail/execution_policy.h>

#include_next <thrust/system/cuda/detail/core/triple_chevron_launch.h>
