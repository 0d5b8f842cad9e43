// The observers, their order, and how they are called.
#include "engine/observe/observers.h"

#include <stdio.h>
#include <stdlib.h>

/* Counters come first: they count accesses that the checkers may then find wrong. Clocks come before the
 * checkers that use them, and the recorder last, because it shows what the others have found. */
static const struct simt_observer *known[SIMT_MOST_OBSERVERS + 1] = {
    &simt_counters_observer,       &simt_sampling_observer, &simt_memory_observer,   &simt_clocks_observer,
    &simt_happens_before_observer, &simt_signal_observer,   &simt_cas_loop_observer, &simt_race_observer,
    &simt_operation_observer,      &simt_barrier_observer,  &simt_deadlock_observer, &simt_pointer_observer,
    &simt_needless_observer,       &simt_recorder};

struct simt_observers simt_observers;
const struct simt_launch_event *simt_observed_launch;

void simt_observer_add(const struct simt_observer *observer) {
    unsigned count = 0;
    while (known[count])
        count++;
    if (count == SIMT_MOST_OBSERVERS) {
        fprintf(stderr, "simt: more than %d observers\n", SIMT_MOST_OBSERVERS);
        exit(2);
    }
    known[count] = observer;
}

/* Thousands of these events come for each launch: only observers that want them are visited. */
static struct {
    void (*code[SIMT_MOST_OBSERVERS + 1])(const struct simt_code_event *);
    void (*request[SIMT_MOST_OBSERVERS + 1])(const struct simt_request *);
} frequent;

static void list_frequent(void) {
    unsigned codes = 0, requests = 0;
    for (unsigned i = 0; i < simt_observers.count; i++) {
        if (simt_observers.list[i]->code)
            frequent.code[codes++] = simt_observers.list[i]->code;
        if (simt_observers.list[i]->request)
            frequent.request[requests++] = simt_observers.list[i]->request;
    }
    frequent.code[codes] = NULL;
    frequent.request[requests] = NULL;
}

void simt_observers_begin_launch(const struct simt_launch_event *launch) {
    struct simt_observers *on = &simt_observers;
    simt_observed_launch = launch;
    simt_shapes_seen = !getenv("SIMT_WITHOUT_SHAPES");
    *on = (struct simt_observers){.count = 0};
    for (unsigned i = 0; known[i]; i++) {
        const struct simt_observer *o = known[i];
        if (o->wanted && !o->wanted())
            continue;
        on->list[on->count++] = o;
        on->want_log |= o->code || o->request;
        on->want_accesses |= o->access != NULL;
        on->want_positions |= o->asks_positions;
        on->want_sync |= o->sync_fence != NULL;
        if (o->passing && o->wants_passing())
            on->passing = o->passing;
    }
    list_frequent();
    SIMT_TELL(launch_begin, launch);
}

static _Noreturn void no_memory(void) {
    fprintf(stderr, "simt: no memory for what is known of another resident block\n");
    exit(2);
}

void *simt_block_state(struct simt_block_states *states, uint32_t place) {
    if (place >= states->count) {
        uint32_t count = states->count ? 2 * states->count : 4;
        while (count <= place)
            count *= 2;
        void **entry = realloc(states->entry, count * sizeof *entry);
        if (!entry)
            no_memory();
        for (uint32_t i = states->count; i < count; i++)
            entry[i] = NULL;
        states->entry = entry;
        states->count = count;
    }
    if (!states->entry[place] && !(states->entry[place] = calloc(1, states->entry_bytes)))
        no_memory();
    return states->entry[place];
}

static void tell_code(const struct simt_code_event *event) {
    for (unsigned i = 0; frequent.code[i]; i++)
        frequent.code[i](event);
}
static void tell_fence(const struct simt_code_event *event) { SIMT_TELL(fence, event); }
static void tell_local(const struct simt_request *request) { SIMT_TELL(local, request); }
static void tell_request(const struct simt_request *request) {
    for (unsigned i = 0; frequent.request[i]; i++)
        frequent.request[i](request);
}

void simt_observers_flush(struct simt_batch *batch) {
    static const struct simt_log_reader reader = {tell_code, tell_fence, tell_request, tell_local};
    SIMT_TELL(flush, batch);
    simt_log_merge(batch, &reader);
}

bool simt_observers_cas(const struct simt_cas_event *event) {
    bool gives_way = false;
    for (unsigned i = 0; i < simt_observers.count; i++)
        if (simt_observers.list[i]->cas)
            gives_way |= simt_observers.list[i]->cas(event);
    return gives_way;
}

struct simt_actor simt_thread_actor(uint32_t thread, uintptr_t pc) {
    const struct simt_launch_event *launch = simt_observed_launch;
    uint32_t warp = thread / SIMT_WARP;
    uint32_t in_block = warp % launch->block_warps * SIMT_WARP + thread % SIMT_WARP;
    return (struct simt_actor){.pc = pc,
                               .on_device = true,
                               .block = simt_index_of(warp / launch->block_warps, launch->grid),
                               .thread = simt_index_of(in_block, launch->block)};
}

unsigned simt_shuffle_source(unsigned i, const struct simt_warp_request *r) {
    int width = r->width, start = (int)i & ~(width - 1), source;
    switch (r->variant) {
    case SIMT_SHUFFLE_INDEX:
        return (unsigned)(start + (r->source & (width - 1)));
    case SIMT_SHUFFLE_UP:
        source = (int)i - r->source;
        return source < start ? i : (unsigned)source;
    case SIMT_SHUFFLE_DOWN:
        source = (int)i + r->source;
        return source >= start + width ? i : (unsigned)source;
    default:
        source = (int)i ^ r->source;
        return source >= start + width ? i : (unsigned)source;
    }
}
