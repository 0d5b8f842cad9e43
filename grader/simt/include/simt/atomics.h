/**
 * @file atomics.h
 * @brief CUDA's atomic functions, each one call of the engine.
 *
 * None orders anything but itself. The `_block` forms are atomic for the threads of their own block alone:
 * the race checker goes by that (docs/memory-model.md). The `_system` forms are the device-wide operation.
 */
#pragma once

#include "warp.h"

/** @name As in the CUDA C++ Programming Guide, "Atomic Functions"
 * @{ */
/** atomicAdd, Sub, Exch, Min, Max, Inc, Dec, And, Or, Xor and CAS for the types that CUDA has them for, on
 * shared or global memory. Each returns the old value. */
#define SIMT_ATOMIC_FORM(name, scope, type, op, kind)                                                        \
    SIMT_INLINE type name(type *address, type value) {                                                       \
        return simt::from_bits<type>(                                                                        \
            simt_atomic_ordered(address, op, kind, simt::to_bits(value), 0, scope));                         \
    }
#define SIMT_ATOMIC_CAS_FORM(name, scope, type, kind)                                                        \
    SIMT_INLINE type name(type *address, type compare, type value) {                                         \
        return simt::from_bits<type>(simt_atomic_ordered(                                                    \
            address, SIMT_ATOMIC_CAS, kind, simt::to_bits(value), simt::to_bits(compare), scope));           \
    }
#define SIMT_ATOMIC(name, type, op, kind)                                                                    \
    SIMT_INLINE type name(type *address, type value) {                                                       \
        return simt::from_bits<type>(simt_atomic(address, op, kind, simt::to_bits(value), 0));               \
    }                                                                                                        \
    SIMT_ATOMIC_FORM(name##_block, SIMT_FENCE_BLOCK, type, op, kind)                                         \
    SIMT_ATOMIC_FORM(name##_system, SIMT_FENCE_SYSTEM, type, op, kind)
#define SIMT_ATOMIC_CAS_OF(name, type, kind)                                                                 \
    SIMT_INLINE type name(type *address, type compare, type value) {                                         \
        return simt::from_bits<type>(                                                                        \
            simt_atomic(address, SIMT_ATOMIC_CAS, kind, simt::to_bits(value), simt::to_bits(compare)));      \
    }                                                                                                        \
    SIMT_ATOMIC_CAS_FORM(name##_block, SIMT_FENCE_BLOCK, type, kind)                                         \
    SIMT_ATOMIC_CAS_FORM(name##_system, SIMT_FENCE_SYSTEM, type, kind)

#define SIMT_ATOMIC_BITWISE(name, op)                                                                        \
    SIMT_ATOMIC(name, int, op, SIMT_I32)                                                                     \
    SIMT_ATOMIC(name, unsigned int, op, SIMT_U32)                                                            \
    SIMT_ATOMIC(name, unsigned long long, op, SIMT_U64)
#define SIMT_ATOMIC_ORDERED(name, op)                                                                        \
    SIMT_ATOMIC_BITWISE(name, op)                                                                            \
    SIMT_ATOMIC(name, long long, op, SIMT_I64)

SIMT_ATOMIC_BITWISE(atomicAdd, SIMT_ATOMIC_ADD)
SIMT_ATOMIC(atomicAdd, float, SIMT_ATOMIC_ADD, SIMT_F32)
SIMT_ATOMIC(atomicAdd, double, SIMT_ATOMIC_ADD, SIMT_F64)
SIMT_ATOMIC(atomicSub, int, SIMT_ATOMIC_SUB, SIMT_I32)
SIMT_ATOMIC(atomicSub, unsigned int, SIMT_ATOMIC_SUB, SIMT_U32)
SIMT_ATOMIC_BITWISE(atomicExch, SIMT_ATOMIC_EXCHANGE)
SIMT_ATOMIC(atomicExch, float, SIMT_ATOMIC_EXCHANGE, SIMT_F32)
SIMT_ATOMIC_ORDERED(atomicMin, SIMT_ATOMIC_MIN)
SIMT_ATOMIC_ORDERED(atomicMax, SIMT_ATOMIC_MAX)
SIMT_ATOMIC(atomicInc, unsigned int, SIMT_ATOMIC_INC, SIMT_U32)
SIMT_ATOMIC(atomicDec, unsigned int, SIMT_ATOMIC_DEC, SIMT_U32)
SIMT_ATOMIC_BITWISE(atomicAnd, SIMT_ATOMIC_AND)
SIMT_ATOMIC_BITWISE(atomicOr, SIMT_ATOMIC_OR)
SIMT_ATOMIC_BITWISE(atomicXor, SIMT_ATOMIC_XOR)
SIMT_ATOMIC_CAS_OF(atomicCAS, int, SIMT_I32)
SIMT_ATOMIC_CAS_OF(atomicCAS, unsigned int, SIMT_U32)
SIMT_ATOMIC_CAS_OF(atomicCAS, unsigned long long, SIMT_U64)
SIMT_ATOMIC_CAS_OF(atomicCAS, unsigned short, SIMT_U16)
#undef SIMT_ATOMIC_ORDERED
#undef SIMT_ATOMIC_BITWISE
#undef SIMT_ATOMIC_CAS_OF
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_FORM
#undef SIMT_ATOMIC_CAS_FORM
/** @} */
