/**
 * @file scan.h
 * @brief Replaces the CUDA Toolkit's header of this name: prefix sums over tiles and coalesced groups.
 *
 * The forms that also update an atomic variable, `inclusive_scan_update` and `exclusive_scan_update`, are
 * missing, and do not compile.
 */
#pragma once

#include "../cooperative_groups.h"
#include "../simt/group_operations.h"

namespace cooperative_groups::__v1 {

namespace simt_groups {
/** Scans over the lanes of one warp, inclusive, with a distance that doubles. */
template <class Group, class T, class Operation>
SIMT_INLINE T scan_lanes(const Group &group, T value, Operation operation) {
    for (unsigned int reach = 1; reach < group.size(); reach *= 2) {
        T other = group.shfl_up(value, reach);
        if (group.thread_rank() >= reach)
            value = operation(other, value);
    }
    return value;
}
/** The result of the thread before; T() for the first. */
template <class Group, class T> SIMT_INLINE T shifted(const Group &group, const T &inclusive) {
    T before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? T() : before;
}
/** Scans over each warp, then over the results of the tile's earlier warps. */
template <bool Inclusive, unsigned int Size, class T, class Operation>
SIMT_INLINE T scan_warps(const wide_tile<Size> &tile, T value, Operation operation) {
    const coalesced_group warp(lanes_of_block());
    const bool is_first_warp = tile.thread_rank() < 32;
    const T inclusive = scan_lanes(warp, value, operation);
    const T own = Inclusive ? inclusive : shifted(warp, inclusive);
    const T earlier = tile.over_earlier_warps(inclusive, operation);
    if (is_first_warp)
        return own;
    return !Inclusive && lane() == 0 ? earlier : operation(earlier, own);
}
} // namespace simt_groups

/** Every thread gets the combination of the values of ranks up to its own. */
template <class Group, class T, class Operation>
SIMT_INLINE T inclusive_scan(const Group &group, T value, Operation operation) {
    if constexpr (simt_groups::is_wide(static_cast<const Group *>(nullptr)))
        return simt_groups::scan_warps<true>(group, value, operation);
    else
        return simt_groups::scan_lanes(group, value, operation);
}
/** The same of sums. */
template <class Group, class T> SIMT_INLINE T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
/** Every thread gets the combination of the values of ranks below its own; rank 0 gets T(). */
template <class Group, class T, class Operation>
SIMT_INLINE T exclusive_scan(const Group &group, T value, Operation operation) {
    if constexpr (simt_groups::is_wide(static_cast<const Group *>(nullptr)))
        return simt_groups::scan_warps<false>(group, value, operation);
    else
        return simt_groups::shifted(group, simt_groups::scan_lanes(group, value, operation));
}
/** The same of sums. */
template <class Group, class T> SIMT_INLINE T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups::__v1
