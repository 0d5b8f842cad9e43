/**
 * @file atomics.h
 * @brief CUDA's atomic functions, each one call of the engine.
 *
 * The `_block` and `_system` forms are the device-wide operation: the engine performs atomics one at a
 * time, so that a narrower scope would differ only in speed.
 */
#ifndef SIMT_ATOMICS_H
#define SIMT_ATOMICS_H

#include "warp.h"

/** @name As in the CUDA C++ Programming Guide, "Atomic Functions"
 * @{ */
/** atomicAdd, Sub, Exch, Min, Max, Inc, Dec, And, Or, Xor and CAS for the types that CUDA has them for, on
 * shared or global memory. Each returns the old value. */
#define SIMT_ATOMIC(name, type, op, kind)                                                                    \
    SIMT_INLINE type name(type *address, type value) {                                                       \
        return simt::from_bits<type>(simt_atomic(address, op, kind, simt::to_bits(value), 0));               \
    }
#define SIMT_ATOMIC_CAS_OF(name, type, kind)                                                                 \
    SIMT_INLINE type name(type *address, type compare, type value) {                                         \
        return simt::from_bits<type>(                                                                        \
            simt_atomic(address, SIMT_ATOMIC_CAS, kind, simt::to_bits(value), simt::to_bits(compare)));      \
    }

#define SIMT_ATOMIC_BITWISE(name, op)                                                                        \
    SIMT_ATOMIC(name, int, op, SIMT_I32)                                                                     \
    SIMT_ATOMIC(name, unsigned int, op, SIMT_U32)                                                            \
    SIMT_ATOMIC(name, unsigned long long, op, SIMT_U64)
#define SIMT_ATOMIC_ORDERED(name, op)                                                                        \
    SIMT_ATOMIC_BITWISE(name, op)                                                                            \
    SIMT_ATOMIC(name, long long, op, SIMT_I64)

#define SIMT_ATOMICS(suffix)                                                                                 \
    SIMT_ATOMIC_BITWISE(atomicAdd##suffix, SIMT_ATOMIC_ADD)                                                  \
    SIMT_ATOMIC(atomicAdd##suffix, float, SIMT_ATOMIC_ADD, SIMT_F32)                                         \
    SIMT_ATOMIC(atomicAdd##suffix, double, SIMT_ATOMIC_ADD, SIMT_F64)                                        \
    SIMT_ATOMIC(atomicSub##suffix, int, SIMT_ATOMIC_SUB, SIMT_I32)                                           \
    SIMT_ATOMIC(atomicSub##suffix, unsigned int, SIMT_ATOMIC_SUB, SIMT_U32)                                  \
    SIMT_ATOMIC_BITWISE(atomicExch##suffix, SIMT_ATOMIC_EXCHANGE)                                            \
    SIMT_ATOMIC(atomicExch##suffix, float, SIMT_ATOMIC_EXCHANGE, SIMT_F32)                                   \
    SIMT_ATOMIC_ORDERED(atomicMin##suffix, SIMT_ATOMIC_MIN)                                                  \
    SIMT_ATOMIC_ORDERED(atomicMax##suffix, SIMT_ATOMIC_MAX)                                                  \
    SIMT_ATOMIC(atomicInc##suffix, unsigned int, SIMT_ATOMIC_INC, SIMT_U32)                                  \
    SIMT_ATOMIC(atomicDec##suffix, unsigned int, SIMT_ATOMIC_DEC, SIMT_U32)                                  \
    SIMT_ATOMIC_BITWISE(atomicAnd##suffix, SIMT_ATOMIC_AND)                                                  \
    SIMT_ATOMIC_BITWISE(atomicOr##suffix, SIMT_ATOMIC_OR)                                                    \
    SIMT_ATOMIC_BITWISE(atomicXor##suffix, SIMT_ATOMIC_XOR)                                                  \
    SIMT_ATOMIC_CAS_OF(atomicCAS##suffix, int, SIMT_I32)                                                     \
    SIMT_ATOMIC_CAS_OF(atomicCAS##suffix, unsigned int, SIMT_U32)                                            \
    SIMT_ATOMIC_CAS_OF(atomicCAS##suffix, unsigned long long, SIMT_U64)                                      \
    SIMT_ATOMIC_CAS_OF(atomicCAS##suffix, unsigned short, SIMT_U16)

SIMT_ATOMICS()
SIMT_ATOMICS(_block)
SIMT_ATOMICS(_system)
#undef SIMT_ATOMICS
#undef SIMT_ATOMIC_ORDERED
#undef SIMT_ATOMIC_BITWISE
#undef SIMT_ATOMIC_CAS_OF
#undef SIMT_ATOMIC
/** @} */

#endif
