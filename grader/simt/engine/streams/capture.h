/**
 * @file capture.h
 * @brief Streams that are captured: what they are given is kept in a graph, and runs each time the graph
 * does.
 *
 * The operations of a graph run one after the other, in the order in which they were given, in the stream in
 * which the graph is launched. That is one of the orders that its edges allow. To be called with the engine's
 * lock held.
 */
#ifndef SIMT_CAPTURE_H
#define SIMT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a kept operation does: @p stream is that of the graph's launch. */
typedef void simt_captured_operation(void *data, const void *stream);

/** What a kept operation is. */
enum simt_captured_kind {
    SIMT_CAPTURED_LAUNCH,
    SIMT_CAPTURED_COPY,
    SIMT_CAPTURED_FILL,
    SIMT_CAPTURED_CALLBACK
};

/** A kept operation. */
struct simt_captured {
    struct simt_captured *next;   /**< the one behind it */
    enum simt_captured_kind kind; /**< what it is */
    simt_captured_operation *run; /**< what it does */
    _Alignas(64) char data[];     /**< with this */
};

/** Operations that were captured; several graphs may hold them. */
struct simt_captured_list {
    unsigned holders;            /**< how many do */
    size_t count;                /**< operations */
    struct simt_captured *first; /**< the first */
    struct simt_captured **last; /**< where the next is put */
};

/** True while some stream is captured. */
extern bool simt_capture_is_on;
/** Whether a stream is captured. */
bool simt_is_captured(const void *stream);
/**
 * If a stream is captured, keeps an operation.
 * @param data what its function is given: a copy of these bytes
 * @return false, and it is to be run, if the stream is not captured
 */
bool simt_capture_takes(const void *stream, enum simt_captured_kind kind, simt_captured_operation *run,
                        const void *data, size_t bytes);
/** Begins to capture a stream. @param blocking it waits for the default stream, as most do
 * @return false if it is captured already */
bool simt_capture_begin(const void *stream, bool blocking);
/** Whether the default stream must not be used: it would wait for a stream that is captured. */
bool simt_capture_forbids_default(void);
/**
 * Ends the capture that began with a stream.
 * @param[out] unjoined a stream that joined has operations that the first stream did not wait for
 * @return what was captured, with one holder; NULL if no capture began with this stream
 */
struct simt_captured_list *simt_capture_end(const void *stream, bool *unjoined);
/** A list of no operations, with one holder. */
struct simt_captured_list *simt_captured_none(void);
/** One holder less. */
void simt_captured_release(struct simt_captured_list *list);

/** A place in a captured stream, where an event was recorded. */
struct simt_captured_place {
    const void *stream;  /**< NULL: of no capture */
    uint64_t capture;    /**< the number of the capture */
    uint64_t operations; /**< that the stream had been given there */
};
/** Where a captured stream is. */
struct simt_captured_place simt_capture_place(const void *stream);
/** A stream waits for such a place: it joins the capture. @return false if the capture has ended */
bool simt_capture_join(const void *stream, const struct simt_captured_place *place);

#endif
