// How long a program takes: a clock for the host and one for the device, its launches from their samples, and
// the host's calls.
#include "engine/perf/timeline.h"

#include <math.h>

#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/perf/launch.h"
#include "engine/perf/sample.h"
#include "simt/simt.h"

/* Host code is timed by the 4-byte elements that it goes through, or by its instructions if these take
 * longer: the loop that was measured has five for each element (profiles/measure/host.cu). */
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

/** Launches with one bound; all of them are an array, by bound. */
struct spent {
    double us;         /* of all of them */
    double bound_us;   /* of it, for as long as the bound's part is busy, or warps wait for it */
    double longest_us; /* of the longest one */
    size_t longest;    /* its place in the list of kernels */
    uintptr_t place;   /* where most of its bound is: a code address; 0: unknown */
};

/** Adds a launch. */
static void spend(struct spent *spent, size_t kernel, const struct simt_launch_time *time) {
    struct spent *on = &spent[time->bounded.bound];
    on->us += time->us;
    on->bound_us += time->us * time->bounded.share;
    if (time->us <= on->longest_us)
        return;
    on->longest_us = time->us;
    on->longest = kernel;
    on->place = time->bounded.place;
}

static enum simt_bound most_of_kernels(const struct spent *spent) {
    enum simt_bound most = SIMT_BOUND_NONE;
    for (int i = 0; i < SIMT_BOUNDS; i++)
        if (spent[i].us > spent[most].us)
            most = (enum simt_bound)i;
    return most;
}

/** Finds what most of the time is spent on: launches with one bound, or launching, copies, the host's own
 * work.
 * @param out  has the time; receives the bound, its share, and its place
 * @return the bound; SIMT_BOUND_NONE if it is not in kernels */
static enum simt_bound spent_most(const struct spent *spent, const struct simt_timeline *line,
                                  struct simt_program_time *out) {
    const struct {
        const char *name;
        double us;
    } others[] = {{"launch", line->launches}, {"copies", line->copies}, {"host", line->host_own}};
    const enum simt_bound bound = most_of_kernels(spent);
    const struct spent *on = &spent[bound];
    double most = on->us;
    out->bound = simt_bound_name(bound);
    out->share = on->bound_us / out->us;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].us > most) {
            most = others[i].us;
            out->bound = others[i].name;
            out->share = most / out->us;
        }
    if (most > on->us)
        return SIMT_BOUND_NONE;
    out->place = on->place;
    return bound;
}

static double touched_granules(const struct simt_sample *sample) {
    return (double)(sample->first_touches + sample->first_writes);
}

/** Bytes that all launches together touch. */
static double memory_of_all(void) {
    double granules = 0;
    for (size_t k = 0; k < simt_kernel_count(); k++) {
        const struct simt_sample *sample = simt_kernel_get(k)->sample;
        granules += sample ? touched_granules(sample) - (double)sample->carried : 0;
    }
    return SIMT_GRANULE * granules;
}

/** Adds what the host did, call by call. @return false if a launch has no time */
static bool add_calls(double memory, struct simt_timeline *line, struct spent *spent,
                      struct simt_program_time *out) {
    for (size_t i = 0; i < simt_host_call_count(); i++) {
        const struct simt_host_call *call = simt_host_call_get(i);
        struct simt_launch_time time = {.us = 0};
        if (call->kind == SIMT_CALL_LAUNCH) {
            const struct simt_kernel_record *record = simt_kernel_get(call->kernel);
            if (!record->sample || record->sample->count == 0 || record->ended_early)
                return false;
            time = simt_launch_time(record, simt_profile(), memory, SIMT_BOUND_NONE);
            out->touched += SIMT_GRANULE * touched_granules(record->sample);
            out->instructions += record->sample->issued;
            spend(spent, call->kernel, &time);
        }
        simt_timeline_call(line, call, time.us, simt_profile());
    }
    simt_timeline_host_work(line, simt_host_bytes, simt_host_instructions(), simt_profile());
    return true;
}

/** The longest launch with a bound is timed without it; the others with that bound are taken to gain as much.
 */
static double gain_without(const struct spent *spent, enum simt_bound bound, double memory) {
    const struct spent *on = &spent[bound];
    if (on->longest_us <= 0)
        return 0;
    const double us = simt_launch_time(simt_kernel_get(on->longest), simt_profile(), memory, bound).us;
    return us < on->longest_us ? on->us * (1 - us / on->longest_us) : 0;
}

bool simt_time_program(struct simt_program_time *out) {
    struct simt_timeline line = {.accessed = 0};
    struct spent spent[SIMT_BOUNDS] = {0};
    const double memory = memory_of_all();
    *out = (struct simt_program_time){.bound = "nothing"};
    if (!add_calls(memory, &line, spent, out))
        return false;
    out->us = simt_timeline_us(&line);
    out->kernels_us = line.kernels;
    out->launches_us = line.launches;
    out->copies_us = line.copies;
    out->host_us = line.host_own;
    if (out->kernels_us + out->copies_us <= 0)
        return false;
    const enum simt_bound bound = spent_most(spent, &line, out);
    out->without_us =
        out->us - (bound == SIMT_BOUND_NONE ? out->share * out->us : gain_without(spent, bound, memory));
    return true;
}
