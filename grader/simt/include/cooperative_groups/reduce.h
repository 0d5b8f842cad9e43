/**
 * @file reduce.h
 * @brief Replaces the CUDA Toolkit's header of this name: reductions over tiles and coalesced groups.
 */
#pragma once

#include "../cooperative_groups.h"
#include "../simt/group_operations.h"

namespace cooperative_groups::__v1 {

namespace simt_groups {
/** Reduces over the lanes of one warp, by halves; every lane gets the result. */
template <class Group, class T, class Operation>
SIMT_INLINE T reduce_lanes(const Group &group, T value, Operation operation) {
    for (unsigned int reach = 1; reach < group.size(); reach *= 2) {
        T other = group.shfl_down(value, reach);
        if (group.thread_rank() + reach < group.size())
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}
/** Reduces over each warp, then over the warps' results. Only the block's last warp may lack lanes. */
template <unsigned int Size, class T, class Operation>
SIMT_INLINE T reduce_warps(const wide_tile<Size> &tile, T value, Operation operation) {
    const unsigned int lanes = lanes_of_block();
    const T of_warp = lanes == 0xffffffffu ? reduce_lanes(thread_block_tile<32>(), value, operation)
                                           : reduce_lanes(coalesced_group(lanes), value, operation);
    return tile.across_warps(of_warp, operation);
}
} // namespace simt_groups

/** Every thread of the group gets the reduction of all values: by halves; the first thread passes the result
 * on. */
template <class Group, class T, class Operation>
SIMT_INLINE T reduce(const Group &group, T value, Operation operation) {
    if constexpr (simt_groups::is_wide(static_cast<const Group *>(nullptr)))
        return simt_groups::reduce_warps(group, value, operation);
    else
        return simt_groups::reduce_lanes(group, value, operation);
}

} // namespace cooperative_groups::__v1
