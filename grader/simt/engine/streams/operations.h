/**
 * @file operations.h
 * @brief Launches, copies and fills are asynchronous: finds accesses that nothing orders, among them
 * other and with those of the host.
 *
 * Theory of operation. The engine runs an operation as soon as the host gives it to a stream, in program
 * order: so output and counters depend on nothing else. A GPU may run it later, and concurrently with
 * operations of other streams. Possible overlaps follow from stream_order.h. So each
 * operation's accesses are kept, as sets of bytes (byte_set.h) by code address, until the host has
 * waited for them. A new operation is compared with those kept that are not ordered before it, and an access
 * of the host with those it has not waited for. Their common bytes, if one of the two writes, are a
 * race. Memory of host and device keeps its old values for the host until then (host_view.h).
 *
 * As within a launch, three conflicts are excused: two atomics; two writes of the same value; a volatile
 * or atomic read of a word that is written by a volatile or atomic access. If both kernels fence, such a read
 * also orders later accesses (a kernel that waits for a flag of another one).
 *
 * The host may rely at once on whatever a callback waited for, and on what the callback did: the way in which
 * the program's threads signal that it has run is not seen.
 *
 * If no stream was created, none that ignores the default stream can be (runtime/stream_flags_api.c), and no
 * memory is shared with the host, then everything is in one order, and nothing is
 * kept. Running operations late instead, when the host waits, would show the same races with the same sets,
 * and would print and count in another order than the program's.
 *
 * To be called with the engine's lock held.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/streams/stream_order.h"
#include "simt/quiet.h"

/** The kind of an operation's access to some bytes. */
enum simt_use {
    SIMT_USE_READ,
    SIMT_USE_WRITE,
    SIMT_USE_SAME, /**< it writes the value that was there already */
    SIMT_USE_ATOMIC,
    SIMT_USE_ALLOCATE, /**< cudaMallocAsync: no earlier access is allowed */
    SIMT_USE_FREE      /**< cudaFreeAsync: no later access is allowed */
};

/** The kind of an operation. */
enum simt_operation_kind {
    SIMT_OPERATION_LAUNCH,
    SIMT_OPERATION_CALL,    /**< an API function: a copy, a fill, … */
    SIMT_OPERATION_CALLBACK /**< a function of the program, which runs on the host */
};

/** Begins an operation. @param function the API function, a static string; NULL for a launch
 * @param at the call or launch */
void simt_operation_begin(enum simt_operation_kind kind, uint32_t stream, const char *function, uintptr_t at);
/** True if accesses of the running operation are to be reported. */
bool simt_operation_is_recorded(void);
/**
 * The running operation uses [address, address + size), device addresses. A call reports this first.
 * @param signal the access is volatile or atomic
 * @param pc     its code address; for a call: the call
 */
void simt_operation_uses(enum simt_use use, bool signal, uintptr_t pc, uintptr_t address, uint64_t size);
/** Ends the operation: compares it with others. @param fenced some thread of it has executed a fence */
void simt_operation_end(bool fenced);

/** @name The host
 * @{ */
/** True while an access of the host to shared memory may be in conflict with an operation. */
static inline bool simt_host_is_watched(void) {
    return __atomic_load_n(&simt_host_span, __ATOMIC_RELAXED) == UINT64_MAX;
}
/** The host accesses [address, address + size), device addresses. A plain read of a word that only atomics
 * change is a guess, if the host's next access is an atomic there. @param signal volatile or atomic */
void simt_host_uses(enum simt_use use, bool signal, uintptr_t pc, uintptr_t address, uint64_t size);
/** The host frees memory without waiting, by @p function. */
void simt_host_frees(const char *function, uintptr_t at, uintptr_t address, uint64_t size);
/** To be called when the host has waited for something: it sees all that was done until then. */
void simt_operations_settle(void);
/** @} */

/** Forgets everything, between two jobs of a process. */
void simt_operations_reset(void);
