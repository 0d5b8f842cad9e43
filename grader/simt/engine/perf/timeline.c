// A clock for the host and one for the device.
#include "engine/perf/timeline.h"

#include <math.h>

/* Host code is timed by the 4-byte elements that it goes through, or by its instructions if these take
 * longer: the loop that was measured has five for each element (profiles/measure/launches.cu). */
enum { ELEMENT = 4, INSTRUCTIONS_OF_AN_ELEMENT = 5 };

static const double MICRO = 1e6;

double simt_timeline_us(const struct simt_timeline *line) { return fmax(line->host, line->device); }

void simt_timeline_host_work(struct simt_timeline *line, uint64_t accessed, uint64_t instructions,
                             const struct simt_profile *p) {
    const double before = simt_timeline_us(line);
    const double elements = (double)(accessed - line->accessed) / ELEMENT,
                 rounds = (double)(instructions - line->instructions) / INSTRUCTIONS_OF_AN_ELEMENT;
    line->host += fmax(elements, rounds) * p->host_element_time * MICRO;
    line->accessed = accessed;
    line->instructions = instructions;
    line->host_own += simt_timeline_us(line) - before;
}

/* Events around an empty kernel show launch_time. If the host is ahead, a kernel starts launch_gap behind the
 * one before; if it is not, launches follow each other by launch_period. */
static void launch(struct simt_timeline *line, double kernel_us, const struct simt_profile *p) {
    const double arrives = line->host + p->launch_time * MICRO;
    line->host += p->launch_period * MICRO;
    line->device = fmax(line->device + p->launch_gap * MICRO, arrives) + kernel_us;
}

/* Calls of this kind follow each other by @p call seconds, and the device takes longer for many bytes. */
static void move_in_device(struct simt_timeline *line, double call, double seconds) {
    line->host += call * MICRO;
    line->device = fmax(line->device, line->host) + seconds * MICRO;
}

static double copy_seconds(const struct simt_host_call *call, const struct simt_profile *p) {
    const double bytes = (double)call->bytes;
    if (call->kind == SIMT_CALL_COPY_TO_DEVICE)
        return call->pinned ? p->pinned_to_device_time + bytes / p->pinned_to_device_bandwidth
                            : p->to_device_time + bytes / p->to_device_bandwidth;
    return call->pinned ? p->pinned_to_host_time + bytes / p->pinned_to_host_bandwidth
                        : p->to_host_time + bytes / p->to_host_bandwidth;
}

static void copy_across(struct simt_timeline *line, const struct simt_host_call *call,
                        const struct simt_profile *p) {
    const double end = simt_timeline_us(line) + copy_seconds(call, p) * MICRO;
    line->device = end;
    line->host = call->waits ? end : line->host + p->launch_period * MICRO;
}

/* The host goes on @p seconds after the device has done all. */
static void wait_for_device(struct simt_timeline *line, double seconds) {
    line->host = simt_timeline_us(line) + seconds * MICRO;
}

/* How many pieces of device memory so many bytes of small allocations take, as if none lay between two. */
static uint64_t pieces(uint64_t bytes, const struct simt_profile *p) {
    return bytes / p->allocation_granularity + (bytes % p->allocation_granularity > 0);
}

static double allocate_in_pool(struct simt_timeline *line, const struct simt_profile *p) {
    const double seconds = line->is_pool_mapped ? p->small_allocate_time : p->pool_allocate_time;
    line->is_pool_mapped = true;
    return seconds;
}

/* Mapping a piece costs ten times a call that finds room in one that is mapped. The driver keeps no piece
 * that is empty. */
static double allocate_seconds(struct simt_timeline *line, const struct simt_host_call *call,
                               const struct simt_profile *p) {
    const uint64_t bytes = call->bytes;
    if (call->pinned)
        return p->pinned_allocate_time;
    if (call->pooled)
        return allocate_in_pool(line, p);
    if (bytes >= p->allocation_granularity)
        return p->allocate_time + (double)bytes / p->allocate_bandwidth;
    const uint64_t before = pieces(line->small, p);
    line->small += bytes;
    return pieces(line->small, p) > before ? p->allocate_time : p->small_allocate_time;
}

static double free_seconds(struct simt_timeline *line, const struct simt_host_call *call,
                           const struct simt_profile *p) {
    const uint64_t bytes = call->bytes;
    if (call->pinned)
        return p->pinned_free_time;
    if (bytes >= p->allocation_granularity)
        return p->free_time + (double)bytes / p->free_bandwidth;
    const uint64_t before = pieces(line->small, p);
    line->small -= bytes < line->small ? bytes : line->small;
    return pieces(line->small, p) < before ? p->free_time : p->small_free_time;
}

/* What a stream frees stays in its pool, until the host waits for the device. */
static void give_back(struct simt_timeline *line, const struct simt_host_call *call,
                      const struct simt_profile *p) {
    if (call->pooled)
        line->host += p->small_free_time * MICRO;
    else
        wait_for_device(line, free_seconds(line, call, p));
}

/* The device waits for a thread of the host, which has to wake up. Further functions find it awake. */
static void host_function(struct simt_timeline *line, bool is_awake, const struct simt_profile *p) {
    const double seconds = is_awake ? p->launch_period : p->host_function_time - p->launch_gap;
    line->host += p->launch_period * MICRO;
    line->device = fmax(line->device, line->host) + seconds * MICRO;
}

void simt_timeline_call(struct simt_timeline *line, const struct simt_host_call *call, double kernel_us,
                        const struct simt_profile *p) {
    const double bytes = (double)call->bytes;
    simt_timeline_host_work(line, call->accessed, call->instructions, p);
    const double before = simt_timeline_us(line);
    const bool is_awake = line->is_host_awake;
    double *part = &line->host_own;
    line->is_host_awake = call->kind == SIMT_CALL_HOST_FUNCTION;
    switch (call->kind) {
    case SIMT_CALL_LAUNCH:
        launch(line, kernel_us, p);
        line->kernels += fmin(kernel_us, simt_timeline_us(line) - before);
        line->launches += fmax(0, simt_timeline_us(line) - before - kernel_us);
        return;
    case SIMT_CALL_FILL:
        move_in_device(line, p->memset_time, bytes / p->write_bandwidth);
        part = &line->copies;
        break;
    case SIMT_CALL_COPY_IN_DEVICE:
        move_in_device(line, p->device_copy_time, 2 * bytes / p->copy_bandwidth);
        part = &line->copies;
        break;
    case SIMT_CALL_COPY_TO_DEVICE:
    case SIMT_CALL_COPY_TO_HOST:
        copy_across(line, call, p);
        part = &line->copies;
        break;
    case SIMT_CALL_SYNCHRONIZE:
        wait_for_device(line, p->synchronize_time - p->launch_time);
        line->is_pool_mapped = false;
        break;
    case SIMT_CALL_ALLOCATE:
        line->host += allocate_seconds(line, call, p) * MICRO;
        break;
    case SIMT_CALL_FREE:
        give_back(line, call, p);
        break;
    case SIMT_CALL_REGISTER:
        line->host += p->register_time * MICRO;
        break;
    case SIMT_CALL_UNREGISTER:
        wait_for_device(line, p->unregister_time);
        break;
    case SIMT_CALL_HOST_FUNCTION:
        host_function(line, is_awake, p);
        break;
    }
    *part += simt_timeline_us(line) - before;
}
