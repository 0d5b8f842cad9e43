/**
 * @file warp.h
 * @brief Warp collectives: shuffles, votes, matches and reductions.
 *
 * CUDA has removed the forms without `_sync` since compute capability 7.0, and they are missing here, too.
 */
#pragma once

#include "abi.h"
#include "qualifiers.h"

namespace simt {
/** The bits of a value of up to 8 bytes, in the low bits. */
template <class T> SIMT_INLINE uint64_t to_bits(T value) {
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "no such warp or atomic operation");
    if constexpr (sizeof(T) == 8)
        return __builtin_bit_cast(uint64_t, value);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(uint32_t, value);
    else if constexpr (sizeof(T) == 2)
        return __builtin_bit_cast(uint16_t, value);
    else
        return __builtin_bit_cast(uint8_t, value);
}
/** The value of these bits. */
template <class T> SIMT_INLINE T from_bits(uint64_t bits) {
    if constexpr (sizeof(T) == 8)
        return __builtin_bit_cast(T, bits);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(T, static_cast<uint32_t>(bits));
    else if constexpr (sizeof(T) == 2)
        return __builtin_bit_cast(T, static_cast<uint16_t>(bits));
    else
        return __builtin_bit_cast(T, static_cast<uint8_t>(bits));
}
} // namespace simt

/** @name As in the CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Match Functions", "Warp Vote
 * Functions" and "Warp Reduce Functions"
 * @{ */
/** For int, unsigned int, long, unsigned long, long long, unsigned long long, float and double, in warps
 * of 32. It is an error if a lane of @p mask never arrives, or if the source does not take part. */
#define SIMT_SHUFFLES(type)                                                                                  \
    SIMT_INLINE type __shfl_sync(unsigned int mask, type var, int lane, int width = 32) {                    \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_INDEX, simt::to_bits(var), lane, width));                        \
    }                                                                                                        \
    SIMT_INLINE type __shfl_up_sync(unsigned int mask, type var, unsigned int delta, int width = 32) {       \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_UP, simt::to_bits(var), static_cast<int>(delta), width));        \
    }                                                                                                        \
    SIMT_INLINE type __shfl_down_sync(unsigned int mask, type var, unsigned int delta, int width = 32) {     \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_DOWN, simt::to_bits(var), static_cast<int>(delta), width));      \
    }                                                                                                        \
    SIMT_INLINE type __shfl_xor_sync(unsigned int mask, type var, int lane_mask, int width = 32) {           \
        return simt::from_bits<type>(                                                                        \
            simt_shuffle(mask, SIMT_SHUFFLE_XOR, simt::to_bits(var), lane_mask, width));                     \
    }

#define SIMT_MATCHES(type)                                                                                   \
    SIMT_INLINE unsigned int __match_any_sync(unsigned int mask, type value) {                               \
        return simt_match(mask, SIMT_MATCH_ANY, simt::to_bits(value));                                       \
    }                                                                                                        \
    SIMT_INLINE unsigned int __match_all_sync(unsigned int mask, type value, int *all) {                     \
        unsigned int matched = simt_match(mask, SIMT_MATCH_ALL, simt::to_bits(value));                       \
        *all = matched != 0;                                                                                 \
        return matched;                                                                                      \
    }

#define SIMT_SHUFFLES_AND_MATCHES(type) SIMT_SHUFFLES(type) SIMT_MATCHES(type)
SIMT_SHUFFLES_AND_MATCHES(int)
SIMT_SHUFFLES_AND_MATCHES(unsigned int)
SIMT_SHUFFLES_AND_MATCHES(long)
SIMT_SHUFFLES_AND_MATCHES(unsigned long)
SIMT_SHUFFLES_AND_MATCHES(long long)
SIMT_SHUFFLES_AND_MATCHES(unsigned long long)
SIMT_SHUFFLES_AND_MATCHES(float)
SIMT_SHUFFLES_AND_MATCHES(double)
#undef SIMT_SHUFFLES_AND_MATCHES
#undef SIMT_MATCHES
#undef SIMT_SHUFFLES

SIMT_INLINE int __any_sync(unsigned int mask, int predicate) {
    return static_cast<int>(simt_vote(mask, SIMT_VOTE_ANY, predicate));
}
SIMT_INLINE int __all_sync(unsigned int mask, int predicate) {
    return static_cast<int>(simt_vote(mask, SIMT_VOTE_ALL, predicate));
}
SIMT_INLINE int __uni_sync(unsigned int mask, int predicate) {
    return static_cast<int>(simt_vote(mask, SIMT_VOTE_UNI, predicate));
}
SIMT_INLINE unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return simt_vote(mask, SIMT_VOTE_BALLOT, predicate);
}
SIMT_INLINE unsigned int __activemask() { return simt_active_mask(); }

#define SIMT_REDUCE_ANY_SIGN(name, op)                                                                       \
    SIMT_INLINE unsigned int name(unsigned int mask, unsigned int value) {                                   \
        return simt_reduce(mask, op, value);                                                                 \
    }
#define SIMT_REDUCE_SIGNED(name, op)                                                                         \
    SIMT_INLINE int name(unsigned int mask, int value) {                                                     \
        return static_cast<int>(simt_reduce(mask, op, static_cast<unsigned int>(value)));                    \
    }
SIMT_REDUCE_ANY_SIGN(__reduce_add_sync, SIMT_REDUCE_ADD)
SIMT_REDUCE_SIGNED(__reduce_add_sync, SIMT_REDUCE_ADD)
SIMT_REDUCE_ANY_SIGN(__reduce_min_sync, SIMT_REDUCE_MIN_UNSIGNED)
SIMT_REDUCE_SIGNED(__reduce_min_sync, SIMT_REDUCE_MIN_SIGNED)
SIMT_REDUCE_ANY_SIGN(__reduce_max_sync, SIMT_REDUCE_MAX_UNSIGNED)
SIMT_REDUCE_SIGNED(__reduce_max_sync, SIMT_REDUCE_MAX_SIGNED)
SIMT_REDUCE_ANY_SIGN(__reduce_and_sync, SIMT_REDUCE_AND)
SIMT_REDUCE_ANY_SIGN(__reduce_or_sync, SIMT_REDUCE_OR)
SIMT_REDUCE_ANY_SIGN(__reduce_xor_sync, SIMT_REDUCE_XOR)
#undef SIMT_REDUCE_SIGNED
#undef SIMT_REDUCE_ANY_SIGN
/** @} */
