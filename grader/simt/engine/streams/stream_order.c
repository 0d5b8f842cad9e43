// Streams by number; the first is the legacy default stream. The number of a stream that is gone, and for
// whose operations the host has waited, serves the next; its segments are numbered on.
#include "engine/streams/operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEGACY = 0, LEGACY_HANDLE = 1, PER_THREAD_HANDLE = 2 };

static struct stream {
    const void *handle; /* NULL: of the legacy default stream, and of streams that are gone */
    bool blocking, gone;
    bool open; /* the next operation may be of the latest segment */
    uint32_t latest;
    struct simt_stream_clock clock; /* of the latest segment */
} * streams;
static uint32_t stream_count;

static struct simt_stream_clock host;

static void *checked(void *memory) {
    if (!memory) {
        fprintf(stderr, "simt: no memory for the order of streams\n");
        exit(2);
    }
    return memory;
}

static uint32_t reached(const struct simt_stream_clock *clock, uint32_t stream) {
    return stream < clock->count ? clock->reached[stream] : 0;
}

/** @return whether that changed the clock */
static bool raise(struct simt_stream_clock *clock, uint32_t stream, uint32_t segment) {
    if (reached(clock, stream) >= segment)
        return false;
    if (stream >= clock->count) {
        clock->reached = checked(realloc(clock->reached, (stream + 1) * sizeof *clock->reached));
        memset(clock->reached + clock->count, 0, (stream + 1 - clock->count) * sizeof *clock->reached);
        clock->count = stream + 1;
    }
    clock->reached[stream] = segment;
    return true;
}

static void join(struct simt_stream_clock *clock, const struct simt_stream_clock *other) {
    for (uint32_t i = 0; i < other->count; i++)
        raise(clock, i, other->reached[i]);
}

void simt_stream_clock_clear(struct simt_stream_clock *clock) {
    free(clock->reached);
    *clock = (struct simt_stream_clock){0};
}

static void ensure_legacy(void) {
    if (stream_count)
        return;
    streams = checked(calloc(1, sizeof *streams));
    streams[LEGACY].blocking = true;
    stream_count = 1;
}

/** Adds to @p clock all that was given to a stream; what is given to it later will be another segment. */
static void join_all_of(struct simt_stream_clock *clock, uint32_t number) {
    struct stream *s = &streams[number];
    join(clock, &s->clock);
    if (raise(clock, number, s->latest))
        s->open = false;
}

static bool is_reusable(uint32_t number) {
    const struct stream *s = &streams[number];
    return s->gone && reached(&host, number) >= s->latest;
}

void simt_stream_begin(const void *handle, bool blocking) {
    ensure_legacy();
    uint32_t number = LEGACY + 1;
    while (number < stream_count && !is_reusable(number))
        number++;
    if (number == stream_count) {
        streams = checked(realloc(streams, (stream_count + 1) * sizeof *streams));
        streams[stream_count++] = (struct stream){0};
    }
    streams[number].handle = handle;
    streams[number].blocking = blocking;
    streams[number].gone = streams[number].open = false;
}

static uint32_t find(const void *handle) {
    uint32_t number = LEGACY + 1;
    while (number < stream_count && (streams[number].gone || streams[number].handle != handle))
        number++;
    return number;
}

void simt_stream_end(const void *handle) {
    const uint32_t number = find(handle);
    if (number < stream_count)
        streams[number].gone = true;
}

uint32_t simt_stream_number(const void *handle) {
    ensure_legacy();
    if (!handle || (uintptr_t)handle == LEGACY_HANDLE)
        return LEGACY;
    if ((uintptr_t)handle == PER_THREAD_HANDLE && find(handle) == stream_count)
        simt_stream_begin(handle, true);
    const uint32_t number = find(handle);
    return number < stream_count ? number : LEGACY;
}

bool simt_streams_in_use(void) { return stream_count > LEGACY + 1; }

/** Brings a stream's clock to what comes before its next operation. */
static void catch_up(uint32_t number) {
    struct stream *s = &streams[number];
    join(&s->clock, &host);
    if (number != LEGACY && s->blocking)
        join_all_of(&s->clock, LEGACY);
    for (uint32_t i = LEGACY + 1; number == LEGACY && i < stream_count; i++)
        if (streams[i].blocking)
            join_all_of(&s->clock, i);
}

struct simt_segment simt_stream_enqueue(uint32_t stream) {
    ensure_legacy();
    struct stream *s = &streams[stream];
    catch_up(stream);
    if (!s->open) {
        raise(&s->clock, stream, s->latest);
        s->latest++;
        s->open = true;
    }
    return (struct simt_segment){stream, s->latest};
}

bool simt_stream_is_behind(uint32_t stream, struct simt_segment segment) {
    return stream == segment.stream || reached(&streams[stream].clock, segment.stream) >= segment.number;
}

bool simt_host_is_behind(struct simt_segment segment) {
    return reached(&host, segment.stream) >= segment.number;
}

void simt_stream_record(uint32_t stream, struct simt_stream_clock *event) {
    ensure_legacy();
    simt_stream_clock_clear(event);
    catch_up(stream);
    join_all_of(event, stream);
    streams[stream].open = false;
}

void simt_stream_wait(uint32_t stream, const struct simt_stream_clock *event) {
    ensure_legacy();
    join(&streams[stream].clock, event);
}

void simt_host_waits_for_stream(uint32_t stream) {
    ensure_legacy();
    catch_up(stream);
    join_all_of(&host, stream);
}

void simt_host_waits_for_event(const struct simt_stream_clock *event) { join(&host, event); }

void simt_host_waits_for_segment(struct simt_segment segment) {
    raise(&host, segment.stream, segment.number);
    streams[segment.stream].open = false;
    if (streams[segment.stream].latest == segment.number)
        join(&host, &streams[segment.stream].clock);
}

void simt_host_waits_for_device(void) {
    for (uint32_t i = 0; i < stream_count; i++)
        join_all_of(&host, i);
}

bool simt_stream_is_busy(uint32_t stream) {
    ensure_legacy();
    catch_up(stream);
    const struct stream *s = &streams[stream];
    bool behind = reached(&host, stream) >= s->latest;
    for (uint32_t i = 0; i < s->clock.count; i++)
        behind &= reached(&host, i) >= s->clock.reached[i];
    return !behind;
}

bool simt_event_is_pending(const struct simt_stream_clock *event) {
    for (uint32_t i = 0; i < event->count; i++)
        if (event->reached[i] > reached(&host, i))
            return true;
    return false;
}

void simt_streams_reset(void) { simt_host_waits_for_device(); }
