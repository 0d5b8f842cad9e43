/**
 * @file wide_tiles.h
 * @brief Tiles of several warps: 64 to 1024 threads. Only cooperative_groups.h includes it.
 *
 * Their warps exchange values through the shared memory that the system keeps of each block, as on hardware.
 */
#pragma once

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_DEVICE

namespace cooperative_groups {
inline namespace __v1 { /* programs name it, too */

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

} // namespace __v1
} // namespace cooperative_groups

#undef SIMT_SIDE
#define SIMT_SIDE SIMT_ON_HOST
