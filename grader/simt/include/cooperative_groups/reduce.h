/**
 * @file reduce.h
 * @brief Stands in for the CUDA Toolkit's header of this name: reductions over tiles and coalesced groups.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define SIMT_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_DEVICE

namespace cooperative_groups {
inline namespace __v1 { /* programs name it, too */

/** Their sum, as an operation of reduce(). */
template <class T> struct plus {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a + b; }
};
/** The lesser of two, as an operation of reduce(). */
template <class T> struct less {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
/** The greater of two, as an operation of reduce(). */
template <class T> struct greater {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
/** Bits that both have, as an operation of reduce(). */
template <class T> struct bit_and {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a & b; }
};
/** Bits that either has, as an operation of reduce(). */
template <class T> struct bit_or {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a | b; }
};
/** Bits that exactly one of them has, as an operation of reduce(). */
template <class T> struct bit_xor {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

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
/** Whether a group is a tile of several warps. */
template <unsigned int Size> constexpr bool is_wide(const wide_tile<Size> *) { return true; }
/** The same of any other group. */
constexpr bool is_wide(const void *) { return false; }
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

} // namespace __v1
} // namespace cooperative_groups

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_HOST

#endif
