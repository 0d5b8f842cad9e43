/**
 * @file ptx_memory.h
 * @brief What inline PTX becomes that touches memory, other lanes or the machine: loads and stores, atomics,
 *        fences, votes, shuffles and special registers.
 *
 * Each access is one request, like the same access in C++; cache operators change nothing. Source: the PTX
 * ISA.
 */
#pragma once

#include "ptx.h"

namespace simt {
namespace ptx {

/** @name Addresses
 * @{ */
/** Generic, and within shared memory, whose addresses begin at 0. */
template <class Value> SIMT_INLINE char *place(Value address, s64 offset = 0) {
    return reinterpret_cast<char *>(static_cast<uintptr_t>(as<u64>(address)) + static_cast<u64>(offset));
}
template <class Value> SIMT_INLINE char *shared_place(Value address, s64 offset = 0) {
    return static_cast<char *>(simt_shared_window()) + as<u32>(as<u64>(address)) + offset;
}
template <class T> SIMT_INLINE T to_shared(u64 address) {
    return static_cast<T>(address - reinterpret_cast<uintptr_t>(simt_shared_window()));
}
template <class T> SIMT_INLINE T from_shared(u64 address) {
    return static_cast<T>(address + reinterpret_cast<uintptr_t>(simt_shared_window()));
}
/** @} */

/** @name Loads and stores
 * @{ */
/** What is relaxed, or acquires and releases, is as by cuda::atomic, for all threads of the device. */
template <class T> SIMT_INLINE T load(const char *at) {
    typedef T __attribute__((may_alias)) any;
    return *reinterpret_cast<const any *>(at);
}
template <class T> SIMT_INLINE void store(char *at, T value) {
    typedef T __attribute__((may_alias)) any;
    *reinterpret_cast<any *>(at) = value;
}
template <class T, unsigned Count> SIMT_INLINE list<T, Count> load_vector(const char *at) {
    list<T, Count> values;
    simt_load(&values, at, sizeof values);
    return values;
}
template <class T, class List> SIMT_INLINE void store_vector(char *at, List values) {
    simt_store(at, &values, sizeof values);
}
template <class T> SIMT_INLINE T load_volatile(const char *at) {
    typedef T __attribute__((may_alias)) any;
    return *reinterpret_cast<const volatile any *>(at);
}
template <class T> SIMT_INLINE void store_volatile(char *at, T value) {
    typedef T __attribute__((may_alias)) any;
    *reinterpret_cast<volatile any *>(at) = value;
}
/** How the engine calls the type of an atomic. */
template <class T>
constexpr simt_atomic_type kind_of = std::is_same_v<T, float>    ? SIMT_F32
                                     : std::is_same_v<T, double> ? SIMT_F64
                                     : sizeof(T) == 8            ? (std::is_signed_v<T> ? SIMT_I64 : SIMT_U64)
                                     : sizeof(T) == 4            ? (std::is_signed_v<T> ? SIMT_I32 : SIMT_U32)
                                                                 : SIMT_U16;
template <class T> SIMT_INLINE T load_relaxed(const char *at) {
    return from_bits<T>(simt_atomic_load(at, kind_of<T>, SIMT_FENCE_DEVICE));
}
template <class T> SIMT_INLINE T load_acquire(const char *at) {
    return from_bits<T>(simt_atomic_load(at, kind_of<T>, +SIMT_FENCE_DEVICE | +SIMT_ACQUIRE));
}
template <class T> SIMT_INLINE void store_relaxed(char *at, T value) {
    simt_atomic_store(at, kind_of<T>, to_bits(value), SIMT_FENCE_DEVICE);
}
template <class T> SIMT_INLINE void store_release(char *at, T value) {
    simt_atomic_store(at, kind_of<T>, to_bits(value), +SIMT_FENCE_DEVICE | +SIMT_RELEASE);
}
/** Words of up to 8 bytes, each an access of its own. */
template <class T, unsigned Count> SIMT_INLINE list<T, Count> load_vector_relaxed(const char *at) {
    typedef std::conditional_t<sizeof(T) * Count == 4, u32, u64> word;
    list<T, Count> values;
    for (size_t i = 0; i < sizeof values; i += sizeof(word)) {
        const word value = load_relaxed<word>(at + i);
        __builtin_memcpy(reinterpret_cast<char *>(&values) + i, &value, sizeof value);
    }
    return values;
}
template <class T, class List> SIMT_INLINE void store_vector_relaxed(char *at, List values) {
    typedef std::conditional_t<sizeof values == 4, u32, u64> word;
    for (size_t i = 0; i < sizeof values; i += sizeof(word)) {
        word value;
        __builtin_memcpy(&value, reinterpret_cast<const char *>(&values) + i, sizeof value);
        store_relaxed<word>(at + i, value);
    }
}
SIMT_INLINE void prefetch(const char *) {}
SIMT_INLINE void copy_async(char *to, const char *from, u32 size, u32 given = 16) {
    const u32 taken = given < size ? given : size;
    simt_async_copy(to, from, taken, size - taken);
}
SIMT_INLINE void close_copies() { simt_async_commit(); }
SIMT_INLINE void wait_for_copies(u32 most_open) { simt_async_wait(most_open); }
SIMT_INLINE void wait_for_all_copies() { simt_async_wait(SIMT_ASYNC_ALL); }
/** @} */

/** @name Atomics
 * @{ */
/** They order nothing. */
#define SIMT_PTX_ATOMIC(name, op)                                                                            \
    template <class T> SIMT_INLINE T atomic_##name(char *at, T value) {                                      \
        return from_bits<T>(simt_atomic(at, op, kind_of<T>, to_bits(value), 0));                             \
    }
SIMT_PTX_ATOMIC(add, SIMT_ATOMIC_ADD)
SIMT_PTX_ATOMIC(min, SIMT_ATOMIC_MIN)
SIMT_PTX_ATOMIC(max, SIMT_ATOMIC_MAX)
SIMT_PTX_ATOMIC(and, SIMT_ATOMIC_AND)
SIMT_PTX_ATOMIC(or, SIMT_ATOMIC_OR)
SIMT_PTX_ATOMIC(xor, SIMT_ATOMIC_XOR)
SIMT_PTX_ATOMIC(exchange, SIMT_ATOMIC_EXCHANGE)
SIMT_PTX_ATOMIC(increment, SIMT_ATOMIC_INC)
SIMT_PTX_ATOMIC(decrement, SIMT_ATOMIC_DEC)
#undef SIMT_PTX_ATOMIC
template <class T> SIMT_INLINE T atomic_cas(char *at, T compare, T value) {
    return from_bits<T>(simt_atomic(at, SIMT_ATOMIC_CAS, kind_of<T>, to_bits(value), to_bits(compare)));
}
/** @} */

/** @name Warps and blocks
 * @{ */
/** As the functions of CUDA C++ for the same instructions. A shuffle also says whether its source was in
 * range. */
template <class T> SIMT_INLINE T active_mask() { return __activemask(); }
template <class T> SIMT_INLINE bool vote_any(bool predicate, u32 mask) { return __any_sync(mask, predicate); }
template <class T> SIMT_INLINE bool vote_all(bool predicate, u32 mask) { return __all_sync(mask, predicate); }
template <class T> SIMT_INLINE bool vote_uni(bool predicate, u32 mask) { return __uni_sync(mask, predicate); }
template <class T> SIMT_INLINE T vote_ballot(bool predicate, u32 mask) {
    return __ballot_sync(mask, predicate);
}
template <class T> SIMT_INLINE u32 match_any(T value, u32 mask) {
    return simt_match(mask, SIMT_MATCH_ANY, to_bits(value));
}
template <class T> SIMT_INLINE u32 match_all(bool &all, T value, u32 mask) {
    const u32 matched = simt_match(mask, SIMT_MATCH_ALL, to_bits(value));
    all = matched != 0;
    return matched;
}
SIMT_INLINE u32 laneid() {
    return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}
/** The width that a shuffle's last operand gives: in bits 8 to 12 those that a source shares with its lane.
 */
SIMT_INLINE int shuffle_width(u32 limits) { return static_cast<int>(32 - (limits >> 8 & 31)); }
template <class T> SIMT_INLINE T shuffle_up(bool &inside, T value, u32 delta, u32 limits, u32 mask) {
    const int width = shuffle_width(limits);
    inside = laneid() % static_cast<u32>(width) >= (delta & 31);
    return __shfl_up_sync(mask, value, delta & 31, width);
}
template <class T> SIMT_INLINE T shuffle_down(bool &inside, T value, u32 delta, u32 limits, u32 mask) {
    const int width = shuffle_width(limits);
    inside = laneid() % static_cast<u32>(width) + (delta & 31) < static_cast<u32>(width);
    return __shfl_down_sync(mask, value, delta & 31, width);
}
template <class T> SIMT_INLINE T shuffle_butterfly(bool &inside, T value, u32 lanes, u32 limits, u32 mask) {
    const int width = shuffle_width(limits);
    inside = (lanes & 31) < static_cast<u32>(width);
    return __shfl_xor_sync(mask, value, static_cast<int>(lanes & 31), width);
}
template <class T> SIMT_INLINE T shuffle_index(bool &inside, T value, u32 source, u32 limits, u32 mask) {
    inside = true;
    return __shfl_sync(mask, value, static_cast<int>(source & 31), shuffle_width(limits));
}
template <class T> SIMT_INLINE T reduce_add(T value, u32 mask) { return __reduce_add_sync(mask, value); }
template <class T> SIMT_INLINE T reduce_min(T value, u32 mask) { return __reduce_min_sync(mask, value); }
template <class T> SIMT_INLINE T reduce_max(T value, u32 mask) { return __reduce_max_sync(mask, value); }
template <class T> SIMT_INLINE T reduce_and(T value, u32 mask) { return __reduce_and_sync(mask, value); }
template <class T> SIMT_INLINE T reduce_or(T value, u32 mask) { return __reduce_or_sync(mask, value); }
template <class T> SIMT_INLINE T reduce_xor(T value, u32 mask) { return __reduce_xor_sync(mask, value); }
SIMT_INLINE void barrier(u32 number) {
    if (number == 0)
        __syncthreads();
    else
        simt_named_barrier(number, blockDim.x * blockDim.y * blockDim.z);
}
SIMT_INLINE void barrier(u32 number, u32 threads) { simt_named_barrier(number, threads); }
SIMT_INLINE void warp_barrier(u32 mask) { __syncwarp(mask); }
SIMT_INLINE void fence_block() { __threadfence_block(); }
SIMT_INLINE void fence_device() { __threadfence(); }
SIMT_INLINE void fence_system() { __threadfence_system(); }
template <class T> SIMT_INLINE void nap(T time) { __nanosleep(time); }
SIMT_INLINE void trap() { __trap(); }
SIMT_INLINE void exit() { simt_exit_thread(); }
/** @} */

/** @name Special registers
 * @{ */
/** By PTX's names. The multiprocessor is the block's number modulo theirs; times begin with the launch. */
SIMT_INLINE u32 warpid() {
    return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32;
}
SIMT_INLINE u32 nwarpid() { return 64; }
SIMT_INLINE u32 smid() { return simt_multiprocessor() & 0xffff; }
SIMT_INLINE u32 nsmid() { return simt_multiprocessor() >> 16; }
SIMT_INLINE u64 clock64() { return static_cast<u64>(simt_clock()); }
SIMT_INLINE u32 clock() { return static_cast<u32>(simt_clock()); }
SIMT_INLINE u32 clock_hi() { return static_cast<u32>(clock64() >> 32); }
SIMT_INLINE u64 globaltimer() { return simt_nanoseconds(); }
SIMT_INLINE u32 globaltimer_lo() { return static_cast<u32>(simt_nanoseconds()); }
SIMT_INLINE u32 globaltimer_hi() { return static_cast<u32>(simt_nanoseconds() >> 32); }
SIMT_INLINE u64 gridid() { return 1; }
SIMT_INLINE u32 lanemask_eq() { return 1u << laneid(); }
SIMT_INLINE u32 lanemask_lt() { return lanemask_eq() - 1; }
SIMT_INLINE u32 lanemask_le() { return lanemask_lt() | lanemask_eq(); }
SIMT_INLINE u32 lanemask_gt() { return ~lanemask_le(); }
SIMT_INLINE u32 lanemask_ge() { return ~lanemask_lt(); }
/** @} */

} // namespace ptx
} // namespace simt

/** @name As in the CUDA C++ Programming Guide, "Address Space Conversion Functions"
 * @{ */
/** Addresses in shared memory begin at 0. */
SIMT_INLINE size_t __cvta_generic_to_shared(const void *pointer) {
    return simt::ptx::to_shared<size_t>(reinterpret_cast<uintptr_t>(pointer));
}
SIMT_INLINE size_t __cvta_generic_to_global(const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}
SIMT_INLINE void *__cvta_shared_to_generic(size_t address) {
    return static_cast<char *>(simt_shared_window()) + address;
}
SIMT_INLINE void *__cvta_global_to_generic(size_t address) { return reinterpret_cast<void *>(address); }
/** @} */

/** @name As in the guide, "Address Space Predicate Functions"
 * @{ */
/** 1 if the address is in the memory that the name says. A kernel's parameter is a lane's own here: local. */
SIMT_INLINE unsigned int __isGlobal(const void *pointer) {
    return simt_memory_of(pointer) == SIMT_MEMORY_GLOBAL;
}
SIMT_INLINE unsigned int __isShared(const void *pointer) {
    return simt_memory_of(pointer) == SIMT_MEMORY_SHARED;
}
SIMT_INLINE unsigned int __isConstant(const void *pointer) {
    return simt_memory_of(pointer) == SIMT_MEMORY_CONSTANT;
}
SIMT_INLINE unsigned int __isLocal(const void *pointer) {
    return simt_memory_of(pointer) == SIMT_MEMORY_LOCAL;
}
/** @} */
