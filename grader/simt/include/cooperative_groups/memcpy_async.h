/**
 * @file memcpy_async.h
 * @brief Replaces the CUDA Toolkit's header of this name: copies that a group makes beside its threads.
 *
 * Each thread copies its share when it waits. The forms with a layout of both sides, and those with a
 * barrier, are missing.
 */
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups::__v1 {

/** @name As in the CUDA C++ Programming Guide, "memcpy_async" and "wait and wait_prior"
 * @{ */
/** All threads of the group call them together; waiting is also a barrier of the group. */
template <class Group, class To, class From>
SIMT_INLINE void memcpy_async(const Group &group, To *to, const From *from, size_t bytes) {
    const uintptr_t both = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | bytes | 16;
    const size_t piece = size_t{1} << __builtin_ctzll(both);
    for (size_t at = group.thread_rank() * piece; at < bytes; at += group.size() * piece)
        simt_async_copy(reinterpret_cast<char *>(to) + at, reinterpret_cast<const char *>(from) + at, piece,
                        0);
    simt_async_commit();
}
template <class Group> SIMT_INLINE void wait(const Group &group) {
    simt_async_wait(SIMT_ASYNC_ALL);
    group.sync();
}
template <unsigned Stages, class Group> SIMT_INLINE void wait_prior(const Group &group) {
    simt_async_wait(Stages);
    group.sync();
}
/** @} */

} // namespace cooperative_groups::__v1
