/**
 * @file cooperative_groups.h
 * @brief Replaces the CUDA Toolkit's header of this name: grids, thread blocks, tiles, and coalesced
 *        groups.
 *
 * Clusters are missing, and do not compile.
 */
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {
inline namespace __v1 { /* some programs name it */

/** @name Helpers of the groups
 * @{ */
namespace simt_groups {
/** Ranks, sizes and masks of lanes, by the x-fastest order of threads. @p size is a power of two up to 32. */
SIMT_INLINE unsigned int rank_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
SIMT_INLINE unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
SIMT_INLINE unsigned int lane() { return rank_in_block() % 32; }
/** The lanes of the tile of @p size around the calling lane. */
SIMT_INLINE unsigned int tile_mask(unsigned int size) {
    return (size == 32 ? 0xffffffffu : (1u << size % 32) - 1) << lane() / size * size;
}
/** The lanes of the calling lane's warp that the block has. */
SIMT_INLINE unsigned int lanes_of_block() {
    unsigned int rest = block_size() - rank_in_block() / 32 * 32;
    return rest < 32 ? (1u << rest) - 1 : 0xffffffffu;
}
SIMT_INLINE unsigned int lanes_below(unsigned int mask) { return mask & ((1u << lane()) - 1); }
/** Number of the lane with the n-th set bit; the caller's own if there is none. */
SIMT_INLINE int nth_lane(unsigned int mask, unsigned int n) {
    for (; n > 0 && mask; n--)
        mask &= mask - 1;
    return mask ? __ffs(static_cast<int>(mask)) - 1 : static_cast<int>(lane());
}
/** Shuffles a value of any size, a word at a time. */
template <class T, class F> SIMT_INLINE T by_words(const T &value, F shuffle) {
    constexpr size_t words = (sizeof(T) + 3) / 4;
    if constexpr (sizeof(T) == 4 && std::is_scalar_v<T>)
        return simt::from_bits<T>(shuffle(static_cast<unsigned int>(simt::to_bits(value))));
    unsigned int bits[words] = {};
    T result;
    __builtin_memcpy(bits, __builtin_addressof(value), sizeof(T));
    for (size_t i = 0; i < words; i++)
        bits[i] = shuffle(bits[i]);
    __builtin_memcpy(__builtin_addressof(result), bits, sizeof(T));
    return result;
}
} // namespace simt_groups
/** @} */

/** All threads of the block. */
class thread_block {
  public:
    /** @name As in the CUDA C++ Programming Guide, "Cooperative Groups"
     * @{ */
    /** Its barrier is __syncthreads(); ranks and sizes are in threads, indices as threadIdx and blockIdx. */
    SIMT_MEMBER static void sync() { __syncthreads(); }
    SIMT_MEMBER static unsigned int size() { return simt_groups::block_size(); }
    SIMT_MEMBER static unsigned int num_threads() { return size(); }
    SIMT_MEMBER static unsigned int thread_rank() { return simt_groups::rank_in_block(); }
    SIMT_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SIMT_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    SIMT_MEMBER static dim3 group_dim() { return blockDim; }
    SIMT_MEMBER static dim3 dim_threads() { return blockDim; }
    /** @} */
};

/** The group of the calling thread's block. */
SIMT_INLINE thread_block this_thread_block() { return {}; }

/** All threads of the grid. Its blocks wait for each other, so they must all fit on the device at once. */
class grid_group {
  public:
    /** @name As in the CUDA C++ Programming Guide, "Grid Synchronization"
     * @{ */
    /** Its barrier counts blocks in a word of the launch; ranks and sizes are in blocks or threads, as the
     * name says. */
    SIMT_MEMBER static bool is_valid() { return simt_grid_is_cooperative() != 0; }
    SIMT_MEMBER static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    SIMT_MEMBER static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    SIMT_MEMBER static unsigned long long size() { return num_blocks() * simt_groups::block_size(); }
    SIMT_MEMBER static unsigned long long num_threads() { return size(); }
    SIMT_MEMBER static unsigned long long thread_rank() {
        return block_rank() * simt_groups::block_size() + simt_groups::rank_in_block();
    }
    SIMT_MEMBER static dim3 group_dim() { return gridDim; }
    SIMT_MEMBER static dim3 dim_blocks() { return gridDim; }
    /** Each block counts, and waits until all blocks have counted as often as itself. */
    SIMT_MEMBER static void sync() {
        __syncthreads();
        if (simt_groups::rank_in_block() == 0) {
            unsigned int *word = simt_grid_word(), blocks = static_cast<unsigned int>(num_blocks());
            __threadfence();
            unsigned int full = (atomicAdd(word, 1u) / blocks + 1) * blocks;
            while (atomicAdd(word, 0u) < full)
                continue;
            __threadfence();
        }
        __syncthreads();
    }
    /** @} */
};

/** The group of all threads of the launch. */
SIMT_INLINE grid_group this_grid() { return {}; }

/** Lanes of one warp, by mask. */
class coalesced_group {
    unsigned int mask, rank_of_tile, tiles;

  public:
    /** @name As in the CUDA C++ Programming Guide, "Coalesced Groups"
     * @{ */
    /** Ranks count the group's lanes from 0. A shuffle names its source by rank, and passes values of any
     * size a word at a time. */
    SIMT_MEMBER explicit coalesced_group(unsigned int lanes, unsigned int meta_rank = 0,
                                         unsigned int meta_size = 1)
        : mask(lanes), rank_of_tile(meta_rank), tiles(meta_size) {}
    SIMT_MEMBER void sync() const { __syncwarp(mask); }
    SIMT_MEMBER unsigned int size() const { return static_cast<unsigned int>(__popc(mask)); }
    SIMT_MEMBER unsigned int num_threads() const { return size(); }
    SIMT_MEMBER unsigned int thread_rank() const {
        return static_cast<unsigned int>(__popc(simt_groups::lanes_below(mask)));
    }
    SIMT_MEMBER unsigned int meta_group_rank() const { return rank_of_tile; }
    SIMT_MEMBER unsigned int meta_group_size() const { return tiles; }
    /** The lanes of the group, as a mask for the warp functions. */
    SIMT_MEMBER unsigned int simt_lanes() const { return mask; }

    template <class T> SIMT_MEMBER T shfl(T value, unsigned int source) const {
        int from = simt_groups::nth_lane(mask, source % size());
        return simt_groups::by_words(value, [=](unsigned int word) { return __shfl_sync(mask, word, from); });
    }
    template <class T> SIMT_MEMBER T shfl_up(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return shfl(value, rank >= delta ? rank - delta : rank);
    }
    template <class T> SIMT_MEMBER T shfl_down(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return shfl(value, rank + delta < size() ? rank + delta : rank);
    }
    SIMT_MEMBER int any(int predicate) const { return __any_sync(mask, predicate); }
    SIMT_MEMBER int all(int predicate) const { return __all_sync(mask, predicate); }
    /** Bit i of the result belongs to the thread of rank i. */
    SIMT_MEMBER unsigned int ballot(int predicate) const {
        unsigned int votes = __ballot_sync(mask, predicate), packed = 0, rank = 0;
        for (unsigned int left = mask; left; left &= left - 1)
            packed |= (votes >> (__ffs(static_cast<int>(left)) - 1) & 1) << rank++;
        return packed;
    }
    /** @} */
};

/** The lanes that reached this call together. */
SIMT_INLINE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/** @p Size neighbouring threads of a warp: 1, 2, 4, 8, 16 or 32. A tile of any parent converts to one that
 * does not name its parent. */
template <unsigned int Size, class Parent = void> class thread_block_tile {
    static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile is a power of two, up to a block");

    /** Its lanes in the warp. */
    SIMT_MEMBER static unsigned int mask() { return simt_groups::tile_mask(Size); }

  public:
    /** @name As in the CUDA C++ Programming Guide, "Thread Block Tile"
     * @{ */
    /** Ranks count the tile's lanes from 0; shuffles stay within the tile; votes and matches have one bit
     * per rank. */
    thread_block_tile() = default;
    template <class Other> SIMT_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &) {}
    SIMT_MEMBER static void sync() { __syncwarp(mask()); }
    SIMT_MEMBER static constexpr unsigned int size() { return Size; }
    SIMT_MEMBER static constexpr unsigned int num_threads() { return Size; }
    SIMT_MEMBER static unsigned int thread_rank() { return simt_groups::lane() % Size; }
    SIMT_MEMBER static unsigned int meta_group_rank() { return simt_groups::rank_in_block() / Size; }
    SIMT_MEMBER static unsigned int meta_group_size() {
        return (simt_groups::block_size() + Size - 1) / Size;
    }
    SIMT_MEMBER static unsigned int simt_lanes() { return mask(); }

    template <class T> SIMT_MEMBER T shfl(T value, int source) const {
        return simt_groups::by_words(
            value, [=](unsigned int word) { return __shfl_sync(mask(), word, source, Size); });
    }
    template <class T> SIMT_MEMBER T shfl_up(T value, unsigned int delta) const {
        return simt_groups::by_words(
            value, [=](unsigned int word) { return __shfl_up_sync(mask(), word, delta, Size); });
    }
    template <class T> SIMT_MEMBER T shfl_down(T value, unsigned int delta) const {
        return simt_groups::by_words(
            value, [=](unsigned int word) { return __shfl_down_sync(mask(), word, delta, Size); });
    }
    template <class T> SIMT_MEMBER T shfl_xor(T value, unsigned int lane_mask) const {
        return simt_groups::by_words(value, [=](unsigned int word) {
            return __shfl_xor_sync(mask(), word, static_cast<int>(lane_mask), Size);
        });
    }
    SIMT_MEMBER int any(int predicate) const { return __any_sync(mask(), predicate); }
    SIMT_MEMBER int all(int predicate) const { return __all_sync(mask(), predicate); }
    SIMT_MEMBER unsigned int ballot(int predicate) const {
        return __ballot_sync(mask(), predicate) >> simt_groups::lane() / Size * Size;
    }
    template <class T> SIMT_MEMBER unsigned int match_any(T value) const {
        return __match_any_sync(mask(), value) >> simt_groups::lane() / Size * Size;
    }
    /** @} */
};

/* Tiles of several warps. Their warps exchange values through the shared memory that the system keeps of each
 * block, as on hardware. */

/** Memory that hardware before compute capability 8.0 needs for tiles of several warps; not used here. */
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned int reserved; /**< not used */
};
/** The group of the calling thread's block, with such memory. */
template <unsigned int MaxBlockSize>
SIMT_INLINE thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return {};
}

namespace simt_groups {
/** A tile of @p Size threads. */
template <unsigned int Size> class wide_tile {
  public:
    /** @name As in the CUDA C++ Programming Guide, "Thread Block Tile"
     * @{ */
    /** Ranks count the tile's threads from 0; every vote goes to all of them. @p Size is 64, 128, 256, 512 or
     * 1024. */
    SIMT_MEMBER static constexpr unsigned int size() { return Size; }
    SIMT_MEMBER static constexpr unsigned int num_threads() { return Size; }
    SIMT_MEMBER static unsigned int thread_rank() { return rank_in_block() % Size; }
    SIMT_MEMBER static unsigned int meta_group_rank() { return rank_in_block() / Size; }
    SIMT_MEMBER static unsigned int meta_group_size() { return (block_size() + Size - 1) / Size; }
    SIMT_MEMBER static void sync() { meet(1); }
    /** Combines the values of the first lanes of the tile's warps; every thread gets the result. */
    template <class T, class F> SIMT_MEMBER static T across_warps(const T &of_warp, F combine) {
        static_assert(sizeof(T) <= 32, "a tile of several warps passes values of up to 32 bytes on");
        T *slots = static_cast<T *>(simt_block_scratch()), result;
        unsigned int first = meta_group_rank() * (Size / 32);
        if (lane() == 0)
            slots[rank_in_block() / 32] = of_warp;
        sync();
        result = slots[first];
        for (unsigned int w = first + 1; w < first + Size / 32 && w * 32 < block_size(); w++)
            result = combine(result, slots[w]);
        meet(0);
        return result;
    }
    /** Combines the values of the last lanes of the tile's earlier warps; T() in the first warp. */
    template <class T, class F> SIMT_MEMBER static T over_earlier_warps(const T &of_warp, F combine) {
        static_assert(sizeof(T) <= 32, "a tile of several warps passes values of up to 32 bytes on");
        T *slots = static_cast<T *>(simt_block_scratch()), result = T();
        const unsigned int first = meta_group_rank() * (Size / 32), own = rank_in_block() / 32;
        if (lane() == 31 - static_cast<unsigned int>(__clz(static_cast<int>(lanes_of_block()))))
            slots[own] = of_warp;
        sync();
        for (unsigned int w = first; w < own; w++)
            result = w == first ? slots[w] : combine(result, slots[w]);
        meet(0);
        return result;
    }
    SIMT_MEMBER static int any(int predicate) {
        return across_warps(__any_sync(lanes_of_block(), predicate), [](int a, int b) { return a | b; });
    }
    SIMT_MEMBER static int all(int predicate) {
        return across_warps(__all_sync(lanes_of_block(), predicate), [](int a, int b) { return a & b; });
    }
    /** @} */

  private:
    /** A barrier. Hardware has one of them where values are exchanged; the engine has a second one, until
     * which their places are not written again. */
    SIMT_MEMBER static void meet(int takes_time) {
        simt_tile_barrier(meta_group_rank() * (Size / 32), Size / 32, takes_time);
    }
};
} // namespace simt_groups

/** The tile of one size, under the name in programs. */
#define SIMT_WIDE_TILE(size)                                                                                 \
    template <class Parent> class thread_block_tile<size, Parent> : public simt_groups::wide_tile<size> {    \
      public:                                                                                                \
        thread_block_tile() = default;                                                                       \
        template <class Other> SIMT_MEMBER thread_block_tile(const thread_block_tile<size, Other> &) {}      \
    };
SIMT_WIDE_TILE(64)
SIMT_WIDE_TILE(128)
SIMT_WIDE_TILE(256)
SIMT_WIDE_TILE(512)
SIMT_WIDE_TILE(1024)
#undef SIMT_WIDE_TILE

/** Any of the groups above, for functions that accept all kinds. */
class thread_group {
    unsigned int mask; /**< 0: the whole block */

  public:
    /** @name As in the CUDA C++ Programming Guide, "Cooperative Groups"
     * @{ */
    /** Made from any group of at most a block; ranks and sizes are in threads. */
    SIMT_MEMBER thread_group(const thread_block &) : mask(0) {}
    SIMT_MEMBER thread_group(const coalesced_group &group) : mask(group.simt_lanes()) {}
    template <unsigned int Size, class Parent>
    SIMT_MEMBER thread_group(const thread_block_tile<Size, Parent> &group) : mask(group.simt_lanes()) {}
    SIMT_MEMBER void sync() const {
        if (mask)
            __syncwarp(mask);
        else
            __syncthreads();
    }
    SIMT_MEMBER unsigned int size() const {
        return mask ? static_cast<unsigned int>(__popc(mask)) : simt_groups::block_size();
    }
    SIMT_MEMBER unsigned int num_threads() const { return size(); }
    SIMT_MEMBER unsigned int thread_rank() const {
        return mask ? coalesced_group(mask).thread_rank() : simt_groups::rank_in_block();
    }
    /** @} */
};

/** The tile of the calling thread, of a size known to the compiler. */
template <unsigned int Size, class Parent>
SIMT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    if (Size > 32)
        simt_begin_tiles();
    return {};
}
/** Tiles whose size is only known at run time. */
SIMT_INLINE thread_group tiled_partition(const thread_block &, unsigned int size) {
    return coalesced_group(simt_groups::tile_mask(size));
}
/** Neighbours, by rank, of a group. */
SIMT_INLINE coalesced_group tiled_partition(const coalesced_group &group, unsigned int size) {
    unsigned int left = group.simt_lanes(), mask = 0, first = group.thread_rank() / size * size;
    for (unsigned int rank = 0; left; rank++, left &= left - 1)
        mask |= rank >= first && rank < first + size ? left & -left : 0;
    return coalesced_group(mask, first / size, (group.size() + size - 1) / size);
}
/** The threads of @p group that pass the same value. */
template <class Group> SIMT_INLINE coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned int lanes = group.simt_lanes(), yes = __ballot_sync(lanes, predicate);
    return coalesced_group(predicate ? yes : lanes & ~yes, predicate, 2);
}
/** The threads of @p group that pass the same @p label. */
template <class Group, class T> SIMT_INLINE coalesced_group labeled_partition(const Group &group, T label) {
    return coalesced_group(__match_any_sync(group.simt_lanes(), label));
}

/** Waits for all threads of @p group. */
template <class Group> SIMT_INLINE void sync(const Group &group) { group.sync(); }
/** Waits for all threads of @p group. */
template <class Group> SIMT_INLINE void synchronize(const Group &group) { group.sync(); }

} // namespace __v1
} // namespace cooperative_groups
