/**
 * @file cooperative_groups.h
 * @brief Stands in for the CUDA Toolkit's header of this name: thread blocks and tiles of up to a warp.
 *
 * Groups of the whole grid or cluster, coalesced groups and the algorithms of the header's kin are not here,
 * and do not compile.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

/** All threads of the block. */
class thread_block {
  public:
    SIMT_MEMBER void sync() const { __syncthreads(); }
    SIMT_MEMBER unsigned int size() const { return blockDim.x * blockDim.y * blockDim.z; }
    SIMT_MEMBER unsigned int num_threads() const { return size(); }
    SIMT_MEMBER unsigned int thread_rank() const {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    SIMT_MEMBER dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SIMT_MEMBER dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    SIMT_MEMBER dim3 group_dim() const { return blockDim; }
    SIMT_MEMBER dim3 dim_threads() const { return blockDim; }
};

SIMT_INLINE thread_block this_thread_block() { return {}; }

/** @p Size neighbouring threads of a warp: 1, 2, 4, 8, 16 or 32. */
template <unsigned int Size, class Parent = thread_block> class thread_block_tile {
    static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile is a power of two, up to a warp");

    SIMT_MEMBER static unsigned int lane() { return this_thread_block().thread_rank() % 32; }
    SIMT_MEMBER static unsigned int mask() {
        return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << lane() / Size * Size;
    }

  public:
    SIMT_MEMBER void sync() const { __syncwarp(mask()); }
    SIMT_MEMBER static constexpr unsigned int size() { return Size; }
    SIMT_MEMBER static constexpr unsigned int num_threads() { return Size; }
    SIMT_MEMBER unsigned int thread_rank() const { return lane() % Size; }
    SIMT_MEMBER unsigned int meta_group_rank() const { return this_thread_block().thread_rank() / Size; }
    SIMT_MEMBER unsigned int meta_group_size() const {
        return (this_thread_block().size() + Size - 1) / Size;
    }

    template <class T> SIMT_MEMBER T shfl(T value, int source) const {
        return __shfl_sync(mask(), value, source, Size);
    }
    template <class T> SIMT_MEMBER T shfl_up(T value, unsigned int delta) const {
        return __shfl_up_sync(mask(), value, delta, Size);
    }
    template <class T> SIMT_MEMBER T shfl_down(T value, unsigned int delta) const {
        return __shfl_down_sync(mask(), value, delta, Size);
    }
    template <class T> SIMT_MEMBER T shfl_xor(T value, unsigned int lane_mask) const {
        return __shfl_xor_sync(mask(), value, static_cast<int>(lane_mask), Size);
    }
    SIMT_MEMBER int any(int predicate) const { return __any_sync(mask(), predicate); }
    SIMT_MEMBER int all(int predicate) const { return __all_sync(mask(), predicate); }
    SIMT_MEMBER unsigned int ballot(int predicate) const {
        return __ballot_sync(mask(), predicate) >> lane() / Size * Size;
    }
};

template <unsigned int Size, class Parent>
SIMT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return {};
}

template <class Group> SIMT_INLINE void sync(const Group &group) { group.sync(); }

} // namespace cooperative_groups

#endif
