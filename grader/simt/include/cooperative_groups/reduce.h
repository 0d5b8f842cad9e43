/**
 * @file reduce.h
 * @brief Stands in for the CUDA Toolkit's header of this name: reductions over tiles and coalesced groups.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define SIMT_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class T> struct plus {
    SIMT_MEMBER T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
    SIMT_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
    SIMT_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
    SIMT_MEMBER T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
    SIMT_MEMBER T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
    SIMT_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

/** Every thread of the group gets the reduction of all values: by halves, then handed out by the first. */
template <class Group, class T, class Operation>
SIMT_INLINE T reduce(const Group &group, T value, Operation operation) {
    for (unsigned int reach = 1; reach < group.size(); reach *= 2) {
        T other = group.shfl_down(value, reach);
        if (group.thread_rank() + reach < group.size())
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}

} // namespace cooperative_groups

#endif
