// Builds the recording while launches run.
#include "engine/observe/recorder/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shared_memory.h"
#include "engine/observe/observers.h"
#include "engine/observe/recorder/values.h"
#include "engine/report/lines.h"
#include "engine/report/report.h"
#include "engine/report/settings.h"
#include "simt/simt.h"

struct trace_launch *simt_recorder_launches;
size_t simt_recorder_launch_count;

static struct trace_launch *launch; /* the running one */
static size_t event_capacity, array_capacity;
static uint32_t interval[TRACE_BLOCKS]; /* block barriers so far */
static uint32_t stored[TRACE_BLOCKS];   /* warps that stored since the last barrier */
static uint64_t errors_seen, transactions_seen;

/** The last code event of each warp: one is recorded only where the line or the lanes change. */
static struct {
    int line;
    uint32_t lanes;
} last_code[TRACE_BLOCKS][TRACE_WARPS];

static bool is_whole; /* recorded for a program */

static bool is_within(uint32_t block, uint32_t warp) {
    return block < TRACE_BLOCKS && warp < (is_whole ? TRACE_ALL_WARPS : TRACE_WARPS) &&
           launch->event_count < (is_whole ? TRACE_ALL_EVENTS : TRACE_EVENTS);
}

static void *grown(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : 64;
    array = realloc(array, *capacity * size);
    if (!array) {
        fputs("simt: no memory for the recording\n", stderr);
        exit(2);
    }
    return array;
}

void *simt_recorder_zeroed(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        fputs("simt: no memory for the recording\n", stderr);
        exit(2);
    }
    return memory;
}

/* ---- arrays ---- */

static void take_start(struct trace_array *array) {
    const uintptr_t base = SIMT_DEVICE_BASE + array->low;
    const unsigned size = array->type.size;
    array->start = simt_recorder_zeroed(array->shown + 1, size);
    memcpy(array->start, (const void *)base, (size_t)array->shown * size);
    for (uint32_t i = 0; i < array->shown; i++)
        array->written[i] = simt_first_uninitialized(base + (size_t)i * size, size) == 0;
}

static int add_array(const char *name, bool shared, uint64_t low, uint64_t high, struct trace_type type) {
    launch->arrays = grown(launch->arrays, launch->array_count, &array_capacity, sizeof *launch->arrays);
    struct trace_array *array = &launch->arrays[launch->array_count];
    *array = (struct trace_array){.shared = shared, .low = low, .high = high, .type = type};
    snprintf(array->name, sizeof array->name, "%s", name);
    const uint64_t cells = (high - low) / type.size;
    array->shown = cells < TRACE_CELLS ? (uint32_t)cells : TRACE_CELLS;
    if (!shared)
        take_start(array);
    return (int)launch->array_count++;
}

static int find_array(uint64_t offset) {
    for (size_t i = 0; i < launch->array_count; i++)
        if (offset >= launch->arrays[i].low && offset < launch->arrays[i].high)
            return (int)i;
    return -1;
}

static int add_shared_array(uint64_t offset) {
    uint64_t low, high;
    if (!simt_shared_find(offset, &low, &high))
        return -1;
    char name[64] = "", found[64] = "";
    const bool dynamic = !simt_shared_name(offset, name, sizeof name);
    struct trace_type type = simt_recorder_plain;
    if (!simt_recorder_shared_type(launch->body, dynamic ? NULL : name, &type, found))
        snprintf(found, sizeof found, "%s", dynamic ? "dynamic shared memory" : name);
    return add_array(found, true, low, high, type);
}

static int add_global_array(uint64_t offset) {
    const struct simt_allocation *a = simt_heap_find(SIMT_DEVICE_BASE + offset);
    if (!a || !a->live || SIMT_DEVICE_BASE + offset >= a->base + a->size)
        return -1;
    return add_array("global memory", false, a->base - SIMT_DEVICE_BASE, a->base - SIMT_DEVICE_BASE + a->size,
                     simt_recorder_plain);
}

static int array_of(uint64_t offset) {
    const int known = find_array(offset);
    if (known >= 0)
        return known;
    return offset < SIMT_SHARED_SPAN ? add_shared_array(offset) : add_global_array(offset);
}

/** Arrays passed to the kernel come first, under its parameters' names. If a pointer points into the
 * middle of an allocation, the array begins there. */
static void add_argument_arrays(void) {
    for (size_t i = 0; i < launch->argument_count; i++) {
        const struct trace_argument *argument = &launch->arguments[i];
        if (!argument->is_pointer || !simt_is_device_address(argument->value))
            continue;
        const struct simt_allocation *a = simt_heap_find(argument->value);
        const uint64_t low = argument->value - SIMT_DEVICE_BASE;
        if (a && a->live && argument->value < a->base + a->size && find_array(low) < 0)
            add_array(argument->name, false, low, a->base + a->size - SIMT_DEVICE_BASE, argument->type);
    }
}

/* ---- launches ---- */

static bool asked; /* between simt_trace_begin() and simt_trace_take() */

bool simt_recorder_wanted(void) {
    const char *path = getenv("SIMT_TRACE");
    return !simt_is_unchecked() && (asked || (path && *path));
}

static void forget_event(struct trace_event *event) {
    for (size_t i = 0; i < event->local_count; i++)
        free(event->local[i].bits);
    free(event->local);
    free(event->lane);
}

static void forget(struct trace_launch *old) {
    for (size_t i = 0; i < old->event_count; i++)
        forget_event(&old->events[i]);
    for (size_t i = 0; i < old->array_count; i++)
        free(old->arrays[i].start);
    free(old->events);
    free(old->arrays);
    free(old->name);
    *old = (struct trace_launch){.name = NULL};
}

void simt_trace_begin(bool whole) {
    is_whole = whole;
    for (size_t i = 0; i < simt_recorder_launch_count; i++)
        forget(&simt_recorder_launches[i]);
    simt_recorder_launch_count = 0;
    asked = true;
}

char *simt_trace_take(void) {
    asked = false;
    return simt_recorder_json();
}

static uint64_t transactions(void) {
    const struct simt_counters *c = &simt_observed_launch->record->counters;
    return c->global_load.transactions + c->global_store.transactions + c->global_atomic.transactions +
           c->shared_load.transactions + c->shared_store.transactions + c->shared_atomic.transactions;
}

static bool wanted(void) { return simt_recorder_wanted() && simt_recorder_launch_count < TRACE_LAUNCHES; }

static void begin_launch(const struct simt_launch_event *event) {
    if (!simt_recorder_launches)
        simt_recorder_launches = simt_recorder_zeroed(TRACE_LAUNCHES, sizeof *simt_recorder_launches);
    launch = &simt_recorder_launches[simt_recorder_launch_count++];
    char name[256];
    simt_kernel_name(event->record->name, name, sizeof name);
    launch->name = strdup(name);
    launch->grid = event->grid;
    launch->block = event->block;
    launch->body = event->body;
    launch->argument_count = simt_recorder_arguments(event->body, event->closure, launch->arguments,
                                                     sizeof launch->arguments / sizeof launch->arguments[0]);
    event_capacity = array_capacity = 0;
    transactions_seen = 0;
    errors_seen = simt_error_times();
    memset(interval, 0, sizeof interval);
    memset(stored, 0, sizeof stored);
    memset(last_code, 0, sizeof last_code);
    add_argument_arrays();
    simt_values_begin();
}

/* ---- events ---- */

/** The number of the error found since the last event, if the instruction at @p pc is a side of it, or a
 * barrier was reached; else -1. An error of a lane alone, such as an access outside device memory, was
 * found before the warp's events: it is moved to its place at the end. */
static int new_error(enum trace_event_kind kind, uintptr_t pc) {
    const uint64_t now = simt_error_times();
    if (now == errors_seen || kind == EVENT_CODE)
        return -1;
    errors_seen = now;
    const size_t number = simt_error_latest();
    const struct simt_error *error = simt_error_get(simt_error_place(number));
    const bool here =
        kind == EVENT_BARRIER || error->actor.pc == pc || (error->has_other && error->other.pc == pc);
    return here ? (int)number : -1;
}

bool simt_recorder_shows(const struct simt_block_event *block, uint32_t warp) {
    return !is_whole && is_within(block->number, warp - block->first_warp);
}

/** A new event, NULL if it is outside the shown part. */
static struct trace_event *add_event(enum trace_event_kind kind, uint32_t block, uint32_t warp, uintptr_t pc,
                                     uint32_t lanes) {
    const int error = new_error(kind, pc);
    if (!is_within(block, warp)) {
        launch->cut = true;
        return NULL;
    }
    launch->events = grown(launch->events, launch->event_count, &event_capacity, sizeof *launch->events);
    struct trace_event *event = &launch->events[launch->event_count++];
    *event = (struct trace_event){.kind = kind,
                                  .block = block,
                                  .warp = warp,
                                  .interval = interval[block],
                                  .pc = pc,
                                  .lanes = lanes,
                                  .array = -1,
                                  .error = error};
    return event;
}

static struct trace_event *add_warp_event(enum trace_event_kind kind, const struct simt_block_event *block,
                                          uint32_t warp, uintptr_t pc, uint32_t lanes) {
    return add_event(kind, block->number, warp - block->first_warp, pc, lanes);
}

static void record_code(const struct simt_code_event *event) {
    const struct simt_block_event *of = event->batch->block;
    const uint32_t block = of->number, in_block = event->batch->warp - of->first_warp, lanes = event->lanes;
    struct simt_line line;
    if (is_whole)
        return;
    if (block >= TRACE_BLOCKS || in_block >= TRACE_WARPS) {
        launch->cut = true;
        return;
    }
    if (!simt_line_of(event->site->pc, &line))
        return;
    if (last_code[block][in_block].line == line.line && last_code[block][in_block].lanes == lanes)
        return;
    last_code[block][in_block].line = line.line;
    last_code[block][in_block].lanes = lanes;
    add_warp_event(EVENT_CODE, of, event->batch->warp, event->site->pc, lanes);
}

static void place_addition(uint64_t address, unsigned size, struct trace_lane *lane) {
    uint64_t before, after;
    memcpy(&before, lane->before.bytes, sizeof before);
    memcpy(&after, lane->after.bytes, sizeof after);
    simt_sums_place(address, size, &before, &after);
    memcpy(lane->before.bytes, &before, sizeof before);
    memcpy(lane->after.bytes, &after, sizeof after);
}

static void record_lane(struct trace_event *event, struct trace_lane *to, uint64_t offset, uint32_t row,
                        unsigned lane) {
    const int array = array_of(offset);
    to->cell = -1;
    if (event->array < 0)
        event->array = array;
    if (array >= 0 && array == event->array)
        to->cell = (int64_t)((offset - launch->arrays[array].low) / launch->arrays[array].type.size);
    to->before = *simt_recorder_value_before(row, lane);
    to->after = event->kind == EVENT_LOAD ? to->before : *simt_recorder_value_after(row, lane);
    if (event->kind == EVENT_ATOMIC)
        place_addition(SIMT_DEVICE_BASE + offset, event->size, to);
}

static void record_request(const struct simt_request *request) {
    static const enum trace_event_kind kinds[] = {
        [LOG_LOAD] = EVENT_LOAD, [LOG_STORE] = EVENT_STORE, [LOG_ATOMIC] = EVENT_ATOMIC};
    const struct simt_block_event *block = request->batch->block;
    if (request->kind != LOG_LOAD && block->number < TRACE_BLOCKS)
        stored[block->number] |= 1u << (request->batch->warp - block->first_warp);
    const uint64_t transactions_now = transactions();
    struct trace_event *event =
        add_warp_event(kinds[request->kind], block, request->batch->warp, request->site->pc, request->lanes);
    if (event) {
        event->size = request->size;
        event->transactions = transactions_now - transactions_seen;
        event->lane = simt_recorder_zeroed((size_t)__builtin_popcount(request->lanes), sizeof *event->lane);
        const struct trace_locals *locals[SIMT_WARP];
        unsigned count = 0;
        struct trace_lane *to = event->lane;
        for (uint32_t left = request->lanes; left; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctz(left);
            locals[count++] = simt_recorder_locals_at(request->row[i], i);
            record_lane(event, to++, request->offset[i], request->row[i], i);
        }
        event->local_count = simt_locals_gather(locals, count, &event->local);
    }
    transactions_seen = transactions_now;
}

static void record_barrier(const struct simt_barrier_event *barrier) {
    simt_sums_begin();
    const uint32_t number = barrier->block->number;
    struct trace_event *event = add_event(EVENT_BARRIER, number, 0, barrier->at, 0);
    if (event)
        event->operations = barrier->operations;
    if (event && event->error >= 0)
        event->pc = simt_error_get(simt_error_place((size_t)event->error))->actor.pc;
    if (event && number < TRACE_BLOCKS)
        event->stored = stored[number];
    if (number < TRACE_BLOCKS) {
        stored[number] = 0;
        interval[number]++;
        memset(last_code[number], 0, sizeof last_code[number]);
    }
}

static void gather_waiting(struct trace_event *event, const struct simt_warp_op_event *of) {
    const struct trace_locals *locals[SIMT_WARP];
    unsigned count = 0;
    for (uint32_t left = of->lanes; left; left &= left - 1)
        locals[count++] = simt_recorder_locals_waiting(of->block, of->warp, (unsigned)__builtin_ctz(left));
    event->local_count = simt_locals_gather(locals, count, &event->local);
}

static void record_warp_op(const struct simt_warp_op_event *of) {
    const bool shuffle = of->requests[__builtin_ctz(of->lanes)]->op == OP_SHUFFLE;
    struct trace_event *event =
        add_warp_event(shuffle ? EVENT_SHUFFLE : EVENT_WARP_OP, of->block, of->warp, of->at, of->lanes);
    if (!event)
        return;
    if (!is_whole)
        gather_waiting(event, of);
    if (!shuffle)
        return;
    event->size = 4;
    event->lane = simt_recorder_zeroed((size_t)__builtin_popcount(of->lanes), sizeof *event->lane);
    struct trace_lane *to = event->lane;
    for (uint32_t left = of->lanes; left; left &= left - 1, to++) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        to->cell = simt_shuffle_source(i, of->requests[i]);
        memcpy(to->before.bytes, &of->requests[i]->bits, sizeof of->requests[i]->bits);
        memcpy(to->after.bytes, &of->requests[i]->result, sizeof of->requests[i]->result);
    }
}

static bool is_shown(size_t error) {
    for (size_t l = 0; l < simt_recorder_launch_count; l++)
        for (size_t i = 0; i < simt_recorder_launches[l].event_count; i++) {
            const int raw = simt_recorder_launches[l].events[i].error;
            if (raw >= 0 && simt_error_place((size_t)raw) == error)
                return true;
        }
    return false;
}

/** The event that ran the error's instruction: some errors are known only at the launch's end. */
static struct trace_event *event_of(const struct simt_error *error) {
    for (size_t i = 0; i < launch->event_count; i++)
        if (launch->events[i].pc == error->actor.pc && launch->events[i].error < 0 &&
            launch->events[i].kind != EVENT_CODE)
            return &launch->events[i];
    return NULL;
}

/** Attaches errors that are in no event yet to their instructions; an error without one, such as a deadlock,
 * becomes the last event. */
static void add_faults(void) {
    for (size_t e = 0; e < simt_error_count(); e++) {
        const struct simt_error *error = simt_error_get(e);
        if (is_shown(e) || !error->actor.on_device)
            continue;
        struct trace_event *event = event_of(error);
        event = event ? event : add_event(EVENT_FAULT, 0, 0, error->actor.pc, 0);
        if (event)
            event->error = (int)simt_error_first(e);
    }
}

static void end_launch(const struct simt_launch_event *event) {
    const struct simt_counters *counters = &event->record->counters;
    launch->steps = counters->steps;
    launch->work = counters->work;
    launch->work_is_stores = counters->work_is_stores;
    if (errors_seen != simt_error_times() || event->aborted)
        add_faults();
}

const struct simt_observer simt_recorder = {.name = "recorder",
                                            .wanted = wanted,
                                            .launch_begin = begin_launch,
                                            .launch_end = end_launch,
                                            .code = record_code,
                                            .request = record_request,
                                            .block_barrier = record_barrier,
                                            .warp_op = record_warp_op,
                                            .access = simt_values_access,
                                            .lane_waits = simt_values_wait,
                                            .lane_leaves = simt_values_settle,
                                            .rows_move = simt_values_move};
