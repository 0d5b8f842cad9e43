// Streams and events. The engine has done the work when a call returns, but the program may not rely on that:
// engine/streams keeps the order on which it may rely. An event has its place in that order, and the modelled
// time at which it was recorded.
#include <stdlib.h>

#include "api.h"
#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/perf/timeline.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"
#include "engine/streams/capture.h"

/** A handle of the program; one list holds all that exist. */
struct handle {
    struct handle *next;
    enum handle_kind { STREAM, EVENT } kind;
    unsigned int flags;
    int priority;
    int recorded;
    double time_us;
    bool asked;                          /* and the answer was that it is not done */
    struct simt_stream_clock clock;      /* of an event */
    struct simt_captured_place captured; /* the place of its recording, if its stream was captured */
};

static struct handle *handles;

static cudaError_t create(void **out, enum handle_kind kind, unsigned int flags) {
    if (!out)
        return simt_api_null();
    struct handle *h = calloc(1, sizeof *h);
    if (!h)
        return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
    *h = (struct handle){.next = handles, .kind = kind, .flags = flags};
    handles = h;
    SIMT_API_STORE(out, h);
    return cudaSuccess;
}

static struct handle *find(const void *pointer, enum handle_kind kind) {
    struct handle *h = handles;
    while (h && (h != pointer || h->kind != kind))
        h = h->next;
    return h;
}

static cudaError_t no_handle(const char *what) {
    return simt_api_misuse(cudaErrorInvalidResourceHandle, ": there is no such %s", what);
}

static void destroy(struct handle *h) {
    struct handle **link = &handles;
    while (*link != h)
        link = &(*link)->next;
    *link = h->next;
    if (h->kind == STREAM)
        simt_stream_end(h);
    simt_stream_clock_clear(&h->clock);
    free(h);
}

static int is_stream(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread || find(stream, STREAM);
}

cudaError_t simt_api_create_stream(cudaStream_t *stream, unsigned int flags, int priority) {
    cudaError_t error = create((void **)stream, STREAM, flags);
    if (error == cudaSuccess) {
        find(*stream, STREAM)->priority = priority; /* nothing depends on it */
        simt_stream_begin(*stream, !(flags & cudaStreamNonBlocking));
    }
    return error;
}

bool simt_api_is_blocking(cudaStream_t stream) {
    const struct handle *h = find(stream, STREAM);
    return !h || !(h->flags & cudaStreamNonBlocking);
}

/** A query may find work unfinished now and done later: the first query is answered with no, so that a
 * program that ignores the answer is found. */
static cudaError_t not_ready(bool *asked) {
    *asked = !*asked;
    return *asked ? cudaErrorNotReady : cudaSuccess;
}

#define REQUIRE_STREAM(stream)                                                                               \
    do {                                                                                                     \
        if (!is_stream(stream))                                                                              \
            return no_handle("stream");                                                                      \
    } while (0)

/** Defines the object behind a handle, which must exist. */
#define REQUIRE_HANDLE(found, pointer, kind, what)                                                           \
    struct handle *found = find(pointer, kind);                                                              \
    if (!found)                                                                                              \
    return no_handle(what)

/** Fails a call that a captured stream does not allow. */
#define REQUIRE_NO_CAPTURE(is_captured)                                                                      \
    do {                                                                                                     \
        if (is_captured)                                                                                     \
            return simt_api_misuse(cudaErrorStreamCaptureUnsupported, " while the stream is captured");      \
    } while (0)

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    SIMT_API_BEGIN();
    return simt_api_create_stream(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    const struct handle *h = find(stream, STREAM);
    SIMT_API_GIVE(flags, h ? h->flags : cudaStreamDefault);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    const struct handle *h = find(stream, STREAM);
    SIMT_API_GIVE(priority, h ? h->priority : 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    SIMT_API_BEGIN();
    REQUIRE_HANDLE(h, stream, STREAM, "stream");
    destroy(h);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    REQUIRE_NO_CAPTURE(simt_is_captured(stream));
    simt_api_wait_for_stream(stream);
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_SYNCHRONIZE});
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    static bool default_asked;
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    REQUIRE_NO_CAPTURE(simt_is_captured(stream));
    struct handle *h = find(stream, STREAM);
    if (simt_stream_is_busy(simt_stream_number(stream)) &&
        not_ready(h ? &h->asked : &default_asked) != cudaSuccess)
        return cudaErrorNotReady;
    simt_api_wait_for_stream(stream);
    return cudaSuccess;
}

cudaError_t simt_stream_wait_event(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    SIMT_API_BEGIN_AS("cudaStreamWaitEvent");
    (void)flags;
    REQUIRE_STREAM(stream);
    REQUIRE_HANDLE(h, event, EVENT, "event");
    if (h->captured.stream && simt_capture_join(stream, &h->captured))
        return cudaSuccess;
    if (simt_is_captured(stream))
        return simt_api_fault(
            cudaErrorStreamCaptureIsolation,
            "cudaStreamWaitEvent of a captured stream, for an event that is not of the capture");
    simt_stream_wait(simt_stream_number(stream), &h->clock);
    return cudaSuccess;
}

/** The argument of cudaLaunchHostFunc(). */
struct host_call {
    cudaHostFn_t function;
    void *data;
    struct simt_api_caller captured;
};

/** Runs a host function in stream order. */
static void take_turn(const void *stream, void (*function)(void), const uintptr_t arguments[5]) {
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_HOST_FUNCTION});
    simt_api_operation_begin(SIMT_OPERATION_CALLBACK, stream);
    simt_api_call(function, arguments);
    simt_operation_end(false);
}

static void call_host(void *data, const void *stream) {
    const struct host_call *call = data;
    const struct simt_api_caller launch = simt_api_replay(&call->captured);
    take_turn(stream, (void (*)(void))call->function, (const uintptr_t[5]){(uintptr_t)call->data});
    simt_api_now = launch;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    if (!function)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no function");
    const struct host_call call = {function, data, simt_api_now};
    if (!simt_capture_takes(stream, SIMT_CAPTURED_CALLBACK, call_host, &call, sizeof call))
        call_host((void *)(uintptr_t)&call, stream);
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int flags) {
    SIMT_API_BEGIN();
    REQUIRE_STREAM(stream);
    if (!callback || flags)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no function, or flags");
    REQUIRE_NO_CAPTURE(simt_is_captured(stream));
    take_turn(stream, (void (*)(void))callback,
              (const uintptr_t[5]){(uintptr_t)stream, cudaSuccess, (uintptr_t)data});
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    SIMT_API_BEGIN_AS("cudaEventCreate");
    simt_want_times();
    return create((void **)event, EVENT, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    SIMT_API_BEGIN();
    REQUIRE_HANDLE(h, event, EVENT, "event");
    destroy(h);
    return cudaSuccess;
}

cudaError_t simt_event_record(cudaEvent_t event, cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaEventRecord");
    REQUIRE_STREAM(stream);
    REQUIRE_HANDLE(h, event, EVENT, "event");
    h->captured = simt_capture_place(stream);
    if (h->captured.stream)
        return cudaSuccess;
    h->recorded = 1;
    h->asked = false;
    simt_stream_record(simt_stream_number(stream), &h->clock);
    h->time_us = simt_api_now_us();
    return cudaSuccess;
}

static void wait_for_event(const struct handle *h) {
    simt_host_waits_for_event(&h->clock);
    simt_operations_settle();
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    SIMT_API_BEGIN();
    REQUIRE_HANDLE(h, event, EVENT, "event");
    REQUIRE_NO_CAPTURE(h->captured.stream);
    wait_for_event(h);
    simt_host_call_add((struct simt_host_call){.kind = SIMT_CALL_SYNCHRONIZE});
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    SIMT_API_BEGIN();
    REQUIRE_HANDLE(h, event, EVENT, "event");
    if (simt_event_is_pending(&h->clock) && not_ready(&h->asked) != cudaSuccess)
        return cudaErrorNotReady;
    wait_for_event(h);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    SIMT_API_BEGIN();
    const struct handle *from = find(start, EVENT), *to = find(end, EVENT);
    if (!milliseconds)
        return simt_api_null();
    if (!from || !to)
        return no_handle("event");
    if (!from->recorded || !to->recorded || (from->flags | to->flags) & cudaEventDisableTiming)
        return simt_api_misuse(cudaErrorInvalidResourceHandle,
                               " between events that were not both recorded with timing");
    SIMT_API_STORE(milliseconds, (float)((to->time_us - from->time_us) / 1e3));
    return cudaSuccess;
}

/* The modelled time of the program so far, as its events report it. */

static struct simt_timeline timeline;
static size_t calls_seen;

/** Whether the list of calls, and the host's work, was reset since the last query of time. */
static bool began_anew(void) {
    return calls_seen > simt_host_call_count() || timeline.accessed > simt_host_bytes;
}

double simt_api_now_us(void) {
    if (began_anew()) {
        calls_seen = 0;
        timeline = (struct simt_timeline){0};
    }
    for (const struct simt_host_call *call; (call = simt_host_call_get(calls_seen)) != NULL; calls_seen++)
        simt_timeline_call(&timeline, call,
                           call->kind == SIMT_CALL_LAUNCH ? simt_kernel_get(call->kernel)->modelled_us : 0,
                           simt_profile());
    simt_timeline_host_work(&timeline, simt_host_bytes, simt_host_instructions(), simt_profile());
    return simt_timeline_us(&timeline);
}
