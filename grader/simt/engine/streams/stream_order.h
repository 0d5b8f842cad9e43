/**
 * @file stream_order.h
 * @brief Which operations of a program's streams come before which others, and before what the host does.
 *
 * The host gives the device operations (launches, copies, fills), each in a stream. An operation comes after
 * all earlier ones of its stream. Between streams, and between a stream and the host, only these things make
 * an order (CUDA Programming Guide, "Asynchronous Concurrent Execution"; Runtime API, "Stream synchronization
 * behavior"):
 *
 * - an operation comes after all that the host has waited for before it gave the operation;
 * - the legacy default stream: its operations come after all earlier ones of blocking streams, and before all
 *   later ones of them;
 * - a stream that waits for an event: what it does later comes after what the event was recorded behind;
 * - the host waits for a stream, for an event, or for the whole device, or asks and hears that all is done.
 *
 * The operations of a stream between two places where somebody waits are one *segment*, for nothing can tell
 * their places in the order apart. Segments of a stream are numbered. A clock says for each stream up to
 * which segment it lies behind; the host and each stream has one, and so does each event (vector clocks,
 * Fidge and Mattern, 1988). Nothing here looks at memory: operations.h does.
 *
 * All host threads count as one: what one of them waited for, the others may rely on.
 * To be called with the engine's lock held.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

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
