/* The atomics of the C and C++ libraries (std::atomic, std::shared_ptr, …) in a program's host code. The
   compiler's instrumentation turns them into calls, which must do the operation; CUDA's own atomics are
   in atomics.c. The order asked for is always met: each is sequentially consistent. nvcc has none of them in
   a kernel, but a function for both sides may bring one there. */
#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/confinement.h"
#include "engine/exec/machine.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"
#include "engine/model/host_calls.h"
#include "engine/streams/operations.h"

#define SAME __ATOMIC_SEQ_CST
#define CALLER ((uintptr_t)__builtin_return_address(0))

static void note_in_kernel(uintptr_t address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    const unsigned flags = kind == LOG_ATOMIC ? 0 : KEY_ATOMIC;
    if (!simt_log_access(address, kind, (unsigned)__builtin_ctzll(size), pc, flags))
        simt_access_outside(address, size, kind, pc, flags);
}

/** The host may wait for an operation of the device by such a load, and both sides may use a word at the same
 * time. */
static void note(const volatile void *address, size_t size, enum simt_log_kind kind, uintptr_t pc) {
    if (simt_self())
        note_in_kernel((uintptr_t)address, size, kind, pc);
    else if (simt_host_is_watched())
        simt_access_outside((uintptr_t)address, size, kind, pc, KEY_VOLATILE);
    else if (kind == LOG_LOAD)
        simt_host_accessed(size);
}

#define FETCH(bits, operation)                                                                               \
    uint##bits##_t __tsan_atomic##bits##_fetch_##operation(volatile uint##bits##_t *a, uint##bits##_t v,     \
                                                           int order);                                       \
    uint##bits##_t __tsan_atomic##bits##_fetch_##operation(volatile uint##bits##_t *a, uint##bits##_t v,     \
                                                           int order) {                                      \
        (void)order;                                                                                         \
        note(a, sizeof *a, LOG_ATOMIC, CALLER);                                                              \
        simt_confined_store((const void *)(uintptr_t)a, sizeof *a);                                          \
        return __atomic_fetch_##operation(a, v, SAME);                                                       \
    }

#define EXCHANGE_IF_EQUAL(bits, strength)                                                                    \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile uint##bits##_t *a, uint##bits##_t *c,     \
                                                          uint##bits##_t v, int order, int otherwise);       \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile uint##bits##_t *a, uint##bits##_t *c,     \
                                                          uint##bits##_t v, int order, int otherwise) {      \
        (void)order, (void)otherwise;                                                                        \
        note(a, sizeof *a, LOG_ATOMIC, CALLER);                                                              \
        simt_confined_store((const void *)(uintptr_t)a, sizeof *a);                                          \
        simt_confined_store(c, sizeof *c);                                                                   \
        return __atomic_compare_exchange_n(a, c, v, false, SAME, SAME);                                      \
    }

#define ATOMICS(bits)                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order);                  \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order);               \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *a, uint##bits##_t v, int order);  \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *a, uint##bits##_t c,  \
                                                              uint##bits##_t v, int order, int otherwise);   \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order) {                 \
        (void)order;                                                                                         \
        note(a, sizeof *a, LOG_LOAD, CALLER);                                                                \
        return __atomic_load_n(a, SAME);                                                                     \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order) {              \
        (void)order;                                                                                         \
        note(a, sizeof *a, LOG_ATOMIC, CALLER);                                                              \
        simt_confined_store((const void *)(uintptr_t)a, sizeof *a);                                          \
        __atomic_store_n(a, v, SAME);                                                                        \
    }                                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *a, uint##bits##_t v, int order) { \
        (void)order;                                                                                         \
        note(a, sizeof *a, LOG_ATOMIC, CALLER);                                                              \
        simt_confined_store((const void *)(uintptr_t)a, sizeof *a);                                          \
        return __atomic_exchange_n(a, v, SAME);                                                              \
    }                                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *a, uint##bits##_t c,  \
                                                              uint##bits##_t v, int order, int otherwise) {  \
        (void)order, (void)otherwise;                                                                        \
        note(a, sizeof *a, LOG_ATOMIC, CALLER);                                                              \
        simt_confined_store((const void *)(uintptr_t)a, sizeof *a);                                          \
        __atomic_compare_exchange_n(a, &c, v, false, SAME, SAME);                                            \
        return c;                                                                                            \
    }                                                                                                        \
    EXCHANGE_IF_EQUAL(bits, strong)                                                                          \
    EXCHANGE_IF_EQUAL(bits, weak)                                                                            \
    FETCH(bits, add)                                                                                         \
    FETCH(bits, sub)                                                                                         \
    FETCH(bits, and)                                                                                         \
    FETCH(bits, or)                                                                                          \
    FETCH(bits, xor)                                                                                         \
    FETCH(bits, nand)

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(SAME);
}
void __tsan_atomic_signal_fence(int order) {
    (void)order;
    __atomic_signal_fence(SAME);
}
