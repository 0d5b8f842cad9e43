/**
 * @file operations.h
 * @brief Launches, copies and fills are asynchronous: finds accesses that nothing orders, among them
 * other and with those of the host.
 *
 * Theory of operation. The engine runs an operation as soon as the host gives it to a stream, in program
 * order: so output and counters depend on nothing else. A GPU may run it later, and concurrently with
 * operations of other streams. Possible overlaps follow from stream_order.c. So each
 * operation's accesses are kept, as sets of bytes (byte_set.c) by code address, until the host has
 * waited for them. A new operation is compared with those kept that are not ordered before it, and an access
 * of the host with those it has not waited for. Their common bytes, if one of the two writes, are a
 * race. Memory of host and device keeps its old values for the host until then (host_view.c).
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
#include <stddef.h>
#include <stdint.h>

#include "simt/quiet.h"

/* Sets of bytes of device memory, by their offset from SIMT_DEVICE_BASE: a bit for each byte of the
   pages that are touched, and none for pages that are in the set as a whole. */

enum { SIMT_SET_PAGE = 4096, SIMT_SET_WORDS = SIMT_SET_PAGE / 64 };

/** The bytes of one page. */
struct simt_byte_page {
    uint64_t name;  /**< the page's number, and 1; 0: this place is free */
    uint64_t *bits; /**< SIMT_SET_WORDS words; NULL: all of its bytes. Owned */
};

/** A set; zeroed it is empty. */
struct simt_byte_set {
    struct simt_byte_page *slot; /**< a hash table of pages; owned */
    size_t capacity;             /**< places in it: 0 or a power of two */
    size_t count;                /**< pages in it */
    size_t latest;               /**< the place that was looked up last */
};

/** Adds the bytes [offset, offset + size). Ends the program if there is no memory. */
void simt_byte_set_add(struct simt_byte_set *set, uint64_t offset, uint64_t size);
/** Adds what is in @p from. */
void simt_byte_set_join(struct simt_byte_set *set, const struct simt_byte_set *from);
/** True if a byte of [offset, offset + size) is in the set. */
bool simt_byte_set_meets(const struct simt_byte_set *set, uint64_t offset, uint64_t size);
/** True if the sets have a byte in common. */
bool simt_byte_sets_meet(const struct simt_byte_set *a, const struct simt_byte_set *b);
/** Empties the set. */
void simt_byte_set_clear(struct simt_byte_set *set);

/* Which operations of a program's streams come before which others, and before what the host does.

   The host gives the device operations (launches, copies, fills), each in a stream. An operation comes after
   all earlier ones of its stream. Between streams, and between a stream and the host, only these things make
   an order (CUDA Programming Guide, "Asynchronous Concurrent Execution"; Runtime API, "Stream synchronization
   behavior"):

   - an operation comes after all that the host has waited for before it gave the operation;
   - the legacy default stream: its operations come after all earlier ones of blocking streams, and before all
     later ones of them;
   - a stream that waits for an event: what it does later comes after what the event was recorded behind;
   - the host waits for a stream, for an event, or for the whole device, or asks and hears that all is done.

   The operations of a stream between two places where somebody waits are one *segment*, for nothing can tell
   their places in the order apart. Segments of a stream are numbered. A clock says for each stream up to
   which segment it lies behind; the host and each stream has one, and so does each event (vector clocks,
   Fidge and Mattern, 1988). Nothing here looks at memory: operations.h does.

   All host threads count as one: what one of them waited for, the others may rely on.
   To be called with the engine's lock held. */

/** Up to which segment of each stream something lies behind; zeroed it is behind nothing. */
struct simt_stream_clock {
    uint32_t *reached; /**< by the stream's number; owned */
    uint32_t count;    /**< of `reached`; later streams count as 0 */
};

/** Operations of a stream that have the same place in the order. */
struct simt_segment {
    uint32_t stream; /**< the stream's number */
    uint32_t number; /**< 1, 2, … */
};

/** Makes a stream known by its handle. @param blocking false: it ignores the legacy default stream */
void simt_stream_begin(const void *handle, bool blocking);
/** The handle is used no more. What was given to the stream goes on. */
void simt_stream_end(const void *handle);
/** The number of a stream; the legacy default stream's for a handle that is not known. */
uint32_t simt_stream_number(const void *handle);
/** True once there was a stream beside the legacy default stream. */
bool simt_streams_in_use(void);

/** The host gives an operation to a stream. @return its segment */
struct simt_segment simt_stream_enqueue(uint32_t stream);
/** True if @p segment comes before the operations that are now given to @p stream. */
bool simt_stream_is_behind(uint32_t stream, struct simt_segment segment);
/** True if the host has waited for @p segment. */
bool simt_host_is_behind(struct simt_segment segment);

/** Records an event in a stream: @p event is behind all that was given to it so far. */
void simt_stream_record(uint32_t stream, struct simt_stream_clock *event);
/** What is given to @p stream from now on comes after what @p event is behind. */
void simt_stream_wait(uint32_t stream, const struct simt_stream_clock *event);

/** @name The host waits; operations.h has what it then may rely on
 * @{ */
/** For a stream; for the legacy default stream: and for all blocking ones. */
void simt_host_waits_for_stream(uint32_t stream);
/** For an event. */
void simt_host_waits_for_event(const struct simt_stream_clock *event);
/** For one segment, and what came before its operations. */
void simt_host_waits_for_segment(struct simt_segment segment);
/** For everything. */
void simt_host_waits_for_device(void);
/** @} */

/** @name Whether there is something to wait for
 * @{ */
/** In a stream. */
bool simt_stream_is_busy(uint32_t stream);
/** Before an event. */
bool simt_event_is_pending(const struct simt_stream_clock *event);
/** @} */

/** Frees a clock's memory. */
void simt_stream_clock_clear(struct simt_stream_clock *clock);
/** Forgets what was given to any stream. */
void simt_streams_reset(void);

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

/* Memory that host and device share, as the host sees it: what operations wrote there shows when the
   host has waited for them, and not before.

   The engine runs an operation as soon as it is given to its stream. So that this does not help the host, the
   bytes that the operation wrote are put aside when it ends, and the host's memory gets back what was there.
   Before the next operation they are put in again, and when the host waits they stay. What the host wrote in
   the meantime to other bytes is left alone.

   An operation *opens* the pages that it may touch, and names what it wrote as it *closes* them. */

/** Host and device share the memory at [address, address + size), a device address, from now on. */
void simt_host_view_share(uintptr_t address, uint64_t size);
/** The memory that begins at @p address is shared no more. */
void simt_host_view_forget(uintptr_t address);
/** True if any memory is shared. */
bool simt_host_view_exists(void);
/** True if a byte of the set is in shared memory. */
bool simt_host_view_has(const struct simt_byte_set *set);

/** Gives the running operation the device's view of [offset, offset + size), of the pages of it that are
 * shared. */
void simt_host_view_open(uint64_t offset, uint64_t size);
/** The same for all that is shared. */
void simt_host_view_open_all(void);
/** The running operation, of @p segment, has written @p set. */
void simt_host_view_put_aside(struct simt_segment segment, const struct simt_byte_set *set);
/** The operation has ended: gives the host its view again. */
void simt_host_view_close(void);

/** Shows the host what operations wrote for which it has waited; or, with @p all, everything. */
void simt_host_view_publish(bool all);
/** Forgets all shared memory. */
void simt_host_view_reset(void);
