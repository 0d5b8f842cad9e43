/**
 * @file group_operations.h
 * @brief Operations of reductions and scans over cooperative groups. Only their headers include it.
 */
#pragma once

namespace cooperative_groups::__v1 {

/** Their sum, as an operation of a group. */
template <class T> struct plus {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a + b; }
};
/** The lesser of two, as an operation of a group. */
template <class T> struct less {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
/** The greater of two, as an operation of a group. */
template <class T> struct greater {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
/** Bits that both have, as an operation of a group. */
template <class T> struct bit_and {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a & b; }
};
/** Bits that either has, as an operation of a group. */
template <class T> struct bit_or {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a | b; }
};
/** Bits that exactly one of them has, as an operation of a group. */
template <class T> struct bit_xor {
    /** The result for @p a and @p b. */
    SIMT_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

namespace simt_groups {
/** Whether a group is a tile of several warps. */
template <unsigned int Size> constexpr bool is_wide(const wide_tile<Size> *) { return true; }
/** The same of any other group. */
constexpr bool is_wide(const void *) { return false; }
} // namespace simt_groups

} // namespace cooperative_groups::__v1
