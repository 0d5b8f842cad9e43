// Atomic read-modify-writes, and the accesses of vector types.
#include <string.h>

#include "engine/exec/confinement.h"
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"
#include "engine/memory/device_range.h"
#include "engine/memory/variables.h"
#include "engine/observe/observers.h"

#include "simt/rounded_math.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

static unsigned size_log2_of(enum simt_atomic_type type) {
    switch (type) {
    case SIMT_U8:
    case SIMT_I8:
        return 0;
    case SIMT_U16:
    case SIMT_I16:
    case SIMT_F16:
    case SIMT_BF16:
        return 1;
    case SIMT_I64:
    case SIMT_U64:
    case SIMT_F64:
        return 3;
    default:
        return 2;
    }
}

/** Operations that are the same for every integer type, on the low bits. */
static uint64_t apply_bits(enum simt_atomic_op op, uint64_t old, uint64_t operand, uint64_t compare) {
    switch (op) {
    case SIMT_ATOMIC_ADD:
        return old + operand;
    case SIMT_ATOMIC_SUB:
        return old - operand;
    case SIMT_ATOMIC_EXCHANGE:
        return operand;
    case SIMT_ATOMIC_AND:
        return old & operand;
    case SIMT_ATOMIC_OR:
        return old | operand;
    case SIMT_ATOMIC_XOR:
        return old ^ operand;
    case SIMT_ATOMIC_INC:
        return old >= operand ? 0 : old + 1;
    case SIMT_ATOMIC_DEC:
        return old == 0 || old > operand ? operand : old - 1;
    case SIMT_ATOMIC_CAS:
        return old == compare ? operand : old;
    default:
        return old;
    }
}

static bool is_less(enum simt_atomic_type type, uint64_t a, uint64_t b) {
    switch (type) {
    case SIMT_I32:
        return (int32_t)a < (int32_t)b;
    case SIMT_I64:
        return (int64_t)a < (int64_t)b;
    case SIMT_I16:
        return (int16_t)a < (int16_t)b;
    case SIMT_I8:
        return (int8_t)a < (int8_t)b;
    default:
        return a < b;
    }
}

static uint64_t apply_f32(enum simt_atomic_op op, uint64_t old, uint64_t operand) {
    float a, b;
    uint32_t low = (uint32_t)old;
    memcpy(&a, &low, sizeof a);
    low = (uint32_t)operand;
    memcpy(&b, &low, sizeof b);
    a = op == SIMT_ATOMIC_ADD ? a + b : op == SIMT_ATOMIC_SUB ? a - b : b;
    memcpy(&low, &a, sizeof low);
    return low;
}

static uint64_t apply_f64(enum simt_atomic_op op, uint64_t old, uint64_t operand) {
    double a, b;
    memcpy(&a, &old, sizeof a);
    memcpy(&b, &operand, sizeof b);
    a = op == SIMT_ATOMIC_ADD ? a + b : op == SIMT_ATOMIC_SUB ? a - b : b;
    memcpy(&old, &a, sizeof old);
    return old;
}

static uint64_t apply_f16(enum simt_atomic_op op, uint64_t old, uint64_t operand) {
    double a = simt_half_value((uint16_t)old), b = simt_half_value((uint16_t)operand);
    return op == SIMT_ATOMIC_ADD ? simt_half_bits(a + b, SIMT_ROUND_NEAREST) : operand & 0xffff;
}

static uint64_t apply_bf16(enum simt_atomic_op op, uint64_t old, uint64_t operand) {
    double a = simt_bfloat_value((uint16_t)old), b = simt_bfloat_value((uint16_t)operand);
    return op == SIMT_ATOMIC_ADD ? simt_bfloat_bits(a + b, SIMT_ROUND_NEAREST) : operand & 0xffff;
}

static uint64_t apply(enum simt_atomic_op op, enum simt_atomic_type type, uint64_t old, uint64_t operand,
                      uint64_t compare) {
    if (type == SIMT_F32 && op != SIMT_ATOMIC_CAS)
        return apply_f32(op, old, operand);
    if (type == SIMT_F64 && op != SIMT_ATOMIC_CAS)
        return apply_f64(op, old, operand);
    if (type == SIMT_F16)
        return apply_f16(op, old, operand);
    if (type == SIMT_F16X2)
        return apply_f16(op, old >> 16, operand >> 16) << 16 | apply_f16(op, old, operand);
    if (type == SIMT_BF16)
        return apply_bf16(op, old, operand);
    if (type == SIMT_BF16X2)
        return apply_bf16(op, old >> 16, operand >> 16) << 16 | apply_bf16(op, old, operand);
    if (op == SIMT_ATOMIC_MIN)
        return is_less(type, operand, old) ? operand : old;
    if (op == SIMT_ATOMIC_MAX)
        return is_less(type, old, operand) ? operand : old;
    return apply_bits(op, old, operand, compare);
}

/** Reports a compare-and-swap to observers; lets others run first if an observer asks for it. */
static void tell_cas(uintptr_t address, unsigned size_log2, uint64_t expected, uint64_t desired,
                     uintptr_t pc) {
    const uintptr_t at = simt_variable_alias(address);
    if (!simt_self() || simt_running->log_limit == SIMT_LOG_NOTHING || !simt_is_device_address(at))
        return;
    const struct simt_cas_event event = {.block = &simt_block_now->event,
                                         .thread = simt_running_thread(),
                                         .first = simt_column(simt_running),
                                         .next = simt_running->log_next,
                                         .address = at,
                                         .size_log2 = size_log2,
                                         .expected = expected,
                                         .desired = desired,
                                         .pc = pc};
    if (simt_observers_cas(&event))
        simt_park(&simt_warp_now->full);
}

static bool is_addition(enum simt_atomic_op op, enum simt_atomic_type type) {
    const bool integer = type == SIMT_I32 || type == SIMT_U32 || type == SIMT_I64 || type == SIMT_U64;
    return integer && (op == SIMT_ATOMIC_ADD || op == SIMT_ATOMIC_SUB);
}

static enum simt_atomic_class class_of(enum simt_atomic_op op, enum simt_atomic_type type) {
    if (op == SIMT_ATOMIC_CAS || op == SIMT_ATOMIC_EXCHANGE)
        return SIMT_COMPARES;
    if (type != SIMT_I32 && type != SIMT_U32)
        return SIMT_LOOPS;
    return SIMT_ADDS;
}

/** Whether nvcc 13 lets one lane do it for all active lanes with the same address, with votes and REDUX. */
static bool is_gathered(enum simt_atomic_op op, enum simt_atomic_type type) {
    const bool counts_on = op == SIMT_ATOMIC_INC || op == SIMT_ATOMIC_DEC;
    return (type == SIMT_I32 || type == SIMT_U32) && op != SIMT_ATOMIC_CAS && op != SIMT_ATOMIC_EXCHANGE &&
           !counts_on;
}

static bool is_floating(enum simt_atomic_type type) {
    return type == SIMT_F32 || type == SIMT_F64 || type == SIMT_F16 || type == SIMT_F16X2 ||
           type == SIMT_BF16 || type == SIMT_BF16X2;
}

/** True for an atomic that only reads a word: it leaves the value unchanged. */
static bool only_reads(enum simt_atomic_op op, unsigned size_log2, uint64_t operand) {
    const uint64_t all = size_log2 == 3 ? UINT64_MAX : (UINT64_C(1) << (8u << size_log2)) - 1;
    switch (op) {
    case SIMT_ATOMIC_ADD:
    case SIMT_ATOMIC_SUB:
    case SIMT_ATOMIC_OR:
    case SIMT_ATOMIC_XOR:
        return (operand & all) == 0;
    case SIMT_ATOMIC_AND:
        return (operand & all) == all;
    default:
        return false;
    }
}

/** The flags of an atomic in the log. */
static unsigned flags_of(enum simt_atomic_op op, enum simt_atomic_type type, uint64_t operand, unsigned how) {
    const unsigned reads = only_reads(op, size_log2_of(type), operand) ? SIMT_ONLY_READS : 0;
    const unsigned alone = is_gathered(op, type) ? 0 : SIMT_OF_EACH_LANE;
    const unsigned floats = is_floating(type) ? SIMT_OF_FLOATS : 0;
    return ((unsigned)class_of(op, type) | reads | alone | floats) << LOG_CLASS_SHIFT |
           (is_addition(op, type) ? LOG_ADDS : 0) | (op == SIMT_ATOMIC_EXCHANGE ? KEY_OVERWRITES : 0) |
           ((how & SIMT_SCOPE) == SIMT_FENCE_BLOCK ? KEY_BLOCK_SCOPE : 0);
}

static void log_atomic(uintptr_t address, enum simt_log_kind kind, unsigned size_log2,
                       const struct simt_call *call, unsigned flags) {
    if (!simt_log_access(address, kind, size_log2, call->pc, flags))
        simt_access_for(address, (size_t)1 << size_log2, kind, call->pc,
                        flags & ~(unsigned)(LOG_ADDS | LOG_CLASS), call->stack);
}

/* An atomic that leaves the value unchanged counts as a load: its order with a read makes no difference.
 */
static uint64_t update(void *address, enum simt_atomic_op op, enum simt_atomic_type type, uint64_t operand,
                       uint64_t compare, unsigned how, const struct simt_call *call) {
    const uintptr_t pc = call->pc;
    const unsigned size_log2 = size_log2_of(type);
    const size_t size = (size_t)1 << size_log2;
    const uint64_t mask = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
    uint64_t old = 0;
    if (op == SIMT_ATOMIC_CAS)
        tell_cas((uintptr_t)address, size_log2, compare, operand, pc);
    if (how & SIMT_RELEASE)
        simt_log_sync_place(pc);
    log_atomic((uintptr_t)address, LOG_ATOMIC, size_log2, call, flags_of(op, type, operand, how));
    memcpy(&old, address, size); /* x86-64 is little-endian: the low bits come first */
    uint64_t now = apply(op, type, old, operand & mask, compare & mask) & mask;
    memcpy(address, &now, size);
    if (op == SIMT_ATOMIC_CAS && old != (compare & mask))
        how = (how & SIMT_SCOPE) | (how & SIMT_ACQUIRE_UNEQUAL ? SIMT_ACQUIRE : 0);
    if (simt_observers.passing && now != old && simt_self() && (uintptr_t)address >= SIMT_HEAP_BASE)
        simt_note_ticket(pc);
    simt_tell_sync_access((uintptr_t)address, how, SYNC_READS | (now != old ? SYNC_WRITES : 0), pc);
    if (how & SIMT_ACQUIRE)
        simt_log_sync_place(pc);
    simt_note_poll((uintptr_t)address, old, pc);
    return old;
}

/** Adds to a 32-bit integer if nothing is logged and no lane synchronises. @return false if there is more to
 * do: an addition of 0 may be from a loop that waits, and now and then other lanes are to run after an
 * addition. */
static inline bool add_plainly(void *address, uint32_t operand, uint32_t *old, uintptr_t pc) {
    enum { AT_ONCE = 1024 };
    static unsigned done;
    if (simt_running->log_limit != SIMT_LOG_NOTHING || operand == 0 || simt_observers.want_sync ||
        simt_schedule_lockstep || !simt_is_device_address((uintptr_t)address) || ++done % AT_ONCE == 0)
        return false;
    if (simt_observers.passing && (uintptr_t)address >= SIMT_HEAP_BASE) {
        simt_note_ticket(pc);
        simt_log_access((uintptr_t)address, LOG_ATOMIC, 2, pc,
                        flags_of(SIMT_ATOMIC_ADD, SIMT_U32, operand, 0));
    }
    memcpy(old, address, sizeof *old);
    const uint32_t now = *old + operand;
    memcpy(address, &now, sizeof now);
    return true;
}

uint64_t simt_atomic(void *address, enum simt_atomic_op op, enum simt_atomic_type type, uint64_t operand,
                     uint64_t compare) {
    uint32_t old;
    if (op == SIMT_ATOMIC_ADD && (type == SIMT_U32 || type == SIMT_I32) &&
        add_plainly(address, (uint32_t)operand, &old, CALLER))
        return old;
    return update(address, op, type, operand, compare, SIMT_FENCE_DEVICE, &SIMT_THIS_CALL);
}

uint64_t simt_atomic_ordered(void *address, enum simt_atomic_op op, enum simt_atomic_type type,
                             uint64_t operand, uint64_t compare, unsigned how) {
    return update(address, op, type, operand, compare, how, &SIMT_THIS_CALL);
}

static unsigned scope_flag(unsigned how) {
    return KEY_ATOMIC | ((how & SIMT_SCOPE) == SIMT_FENCE_BLOCK ? KEY_BLOCK_SCOPE : 0);
}

uint64_t simt_atomic_load(const void *address, enum simt_atomic_type type, unsigned how) {
    const unsigned size_log2 = size_log2_of(type);
    uint64_t value = 0;
    simt_poll((uintptr_t)address, size_log2, CALLER);
    log_atomic((uintptr_t)address, LOG_LOAD, size_log2, &SIMT_THIS_CALL, scope_flag(how));
    memcpy(&value, address, (size_t)1 << size_log2);
    simt_tell_sync_access((uintptr_t)address, how, SYNC_READS, CALLER);
    if (how & SIMT_ACQUIRE)
        simt_log_sync_place(CALLER);
    return value;
}

void simt_atomic_store(void *address, enum simt_atomic_type type, uint64_t bits, unsigned how) {
    const unsigned size_log2 = size_log2_of(type);
    if (how & SIMT_RELEASE)
        simt_log_sync_place(CALLER);
    log_atomic((uintptr_t)address, LOG_STORE, size_log2, &SIMT_THIS_CALL, scope_flag(how));
    memcpy(address, &bits, (size_t)1 << size_log2);
    simt_tell_sync_access((uintptr_t)address, how, SYNC_WRITES, CALLER);
}

static unsigned log2_of(size_t size) { return (unsigned)__builtin_ctzll(size); }

void simt_load(void *to, const void *from, size_t size) {
    if (!simt_log_access((uintptr_t)from, LOG_LOAD, log2_of(size), CALLER, KEY_LOOSE))
        simt_access_outside((uintptr_t)from, size, LOG_LOAD, CALLER, KEY_LOOSE);
    simt_confined_store(to, size);
    memcpy(to, from, size);
}

void simt_store(void *to, const void *from, size_t size) {
    if (!simt_log_access((uintptr_t)to, LOG_STORE, log2_of(size), CALLER, 0))
        simt_access_for((uintptr_t)to, size, LOG_STORE, CALLER, 0, SIMT_CALLERS_STACK);
    memcpy(to, from, size);
}
