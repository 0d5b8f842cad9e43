/**
 * @file capture.h
 * @brief Captured streams: their operations are kept in a graph, and run each time the graph
 * is launched.
 *
 * The operations of a graph run one after another, in the order of capture, in the stream in which the graph
 * is launched. That is one of the orders that its edges allow. To be called with the engine's
 * lock held.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The function of a kept operation: @p stream is that of the graph's launch. */
typedef void simt_captured_operation(void *data, const void *stream);

/** The kind of a kept operation. */
enum simt_captured_kind {
    SIMT_CAPTURED_LAUNCH,
    SIMT_CAPTURED_COPY,
    SIMT_CAPTURED_FILL,
    SIMT_CAPTURED_CALLBACK
};

/** A kept operation. */
struct simt_captured {
    struct simt_captured *next;   /**< the next one */
    enum simt_captured_kind kind; /**< its kind */
    simt_captured_operation *run; /**< its function */
    _Alignas(64) char data[];     /**< its argument */
};

/** Operations that were captured; several graphs may hold them. */
struct simt_captured_list {
    unsigned holders;            /**< number of graphs that do */
    size_t count;                /**< number of operations */
    struct simt_captured *first; /**< the first */
    struct simt_captured **last; /**< where the next one goes */
};

/** True while some stream is captured. */
extern bool simt_capture_is_on;
/** Whether a stream is captured. */
bool simt_is_captured(const void *stream);
/**
 * If a stream is captured, keeps an operation.
 * @param data the argument of its function: a copy of these bytes
 * @return false if the stream is not captured: the operation is to be run
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
 * @param[out] unjoined a stream that joined has operations for which the first stream did not wait
 * @return the captured operations, with one holder; NULL if no capture began with this stream
 */
struct simt_captured_list *simt_capture_end(const void *stream, bool *unjoined);
/** An empty list, with one holder. */
struct simt_captured_list *simt_captured_none(void);
/** Removes one holder. */
void simt_captured_release(struct simt_captured_list *list);

/** A point in a captured stream, where an event was recorded. */
struct simt_captured_place {
    const void *stream;  /**< NULL: not captured */
    uint64_t capture;    /**< the number of the capture */
    uint64_t operations; /**< in the stream before it */
};
/** The current point of a captured stream. */
struct simt_captured_place simt_capture_place(const void *stream);
/** A stream waits for such a point: it joins the capture. @return false if the capture has ended */
bool simt_capture_join(const void *stream, const struct simt_captured_place *place);
