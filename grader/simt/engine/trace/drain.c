// Reads a warp's trace in lockstep order and hands each group of lanes on as one instruction of the warp.
#include <string.h>

#include "engine/check/checks.h"
#include "engine/check/release.h"
#include "engine/memory/shadow.h"
#include "engine/memory/window.h"
#include "engine/record/record.h"
#include "engine/trace/request.h"
#include "engine/trace/stored.h"
#include "engine/trace/trace.h"
#include "engine/trace/tracing.h"

/** How far the lanes' columns are written and read, in rows. */
struct cursors {
    uint32_t written[SIMT_WARP], read[SIMT_WARP];
    uint32_t unread; /**< lanes with records left */
    uint32_t open;   /**< lanes that may yet add records */
};

/** Code address of the warp's last load of global memory, 0 before the first. A load further on in the code
 * is under way at the same time; one at or before it is another round of a loop, and waits. */
static uintptr_t last_load;

static void set_cursors(struct cursors *c, const struct simt_warp *warp, const struct simt_lane *lanes,
                        bool finish) {
    c->unread = 0;
    c->open = finish ? 0 : warp->full | warp->polling;
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        c->written[i] = (uint32_t)((lanes[i].log_next - &simt_trace.key[0][i]) / SIMT_WARP);
        c->read[i] = 0;
        if (c->written[i])
            c->unread |= 1u << i;
    }
}

static void execute_block(uint64_t key, uint32_t lanes) {
    if (!simt_counting)
        return;
    struct simt_counters *counters = &simt_launch_now.record->counters;
    const struct simt_weight *weight = &simt_site_of(simt_key_pc(key))->weight;
    counters->warp_instructions += weight->issued;
    counters->active_instructions += weight->own;
    counters->lane_instructions += (uint64_t)weight->own * (unsigned)__builtin_popcount(lanes);
}

static void count_wait(uintptr_t pc) {
    simt_launch_now.record->counters.load_waits += last_load == 0 || pc <= last_load;
    last_load = pc;
}

static void execute_in_space(struct simt_request *request, struct simt_warp *warp, bool shared) {
    if (simt_counting)
        simt_count_request(request, shared);
    simt_check_request(request, warp, shared);
    if (request->kind != RECORD_LOAD)
        warp->stored = true;
    else if (!shared)
        count_wait(request->site->pc);
    if (request->lanes && simt_check_on(SIMT_CHECK_RACE))
        simt_race_request(request, warp, shared);
}

/** One memory instruction. @p row gives each lane's row. */
static void execute_access(uint64_t key, uint32_t lanes, const uint32_t *row, struct simt_warp *warp) {
    struct simt_request request = {.site = simt_site_of(simt_key_pc(key)),
                                   .kind = simt_key_kind(key),
                                   .size = simt_key_size(key),
                                   .loose = simt_key_is_loose(key)};
    uint32_t shared = 0;
    request.site->is_volatile = simt_key_is_volatile(key);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t address = simt_trace.address[row[i]][i];
        request.offset[i] = address - SIMT_WINDOW_BASE;
        request.before[i] = simt_trace.before[row[i]][i];
        shared |= (uint32_t)(request.offset[i] < SIMT_SHARED_SPAN) << i;
    }
    if (shared) {
        request.lanes = shared;
        execute_in_space(&request, warp, true);
    }
    if (lanes & ~shared) {
        request.lanes = lanes & ~shared;
        execute_in_space(&request, warp, false);
    }
}

static void record(uint64_t key, uint32_t lanes, const uint32_t *row, const struct simt_warp *warp) {
    if (simt_key_kind(key) == RECORD_BLOCK)
        simt_record_code(key, lanes, warp);
    else if (simt_key_size(key) < 1u << FENCE_BLOCK)
        simt_record_access(key, lanes, row, warp);
}

static void execute(uint64_t key, uint32_t lanes, const uint32_t *row, struct simt_warp *warp) {
    if (simt_key_kind(key) == RECORD_BLOCK)
        execute_block(key, lanes);
    else if (simt_key_size(key) >= 1u << FENCE_BLOCK)
        simt_release_fence(warp, lanes, simt_key_size(key) == 1u << FENCE_DEVICE);
    else
        execute_access(key, lanes, row, warp);
    if (__builtin_expect(simt_recording, 0))
        record(key, lanes, row, warp);
}

/** Two keys at once. */
typedef uint64_t key_pair __attribute__((vector_size(16), may_alias));

/** True if all lanes of a whole warp, at the same row, have the same key. */
static inline bool same_key_of_all(uint32_t row, uint64_t key) {
    const key_pair *keys = (const key_pair *)simt_trace.key[row], wanted = {key, key};
    key_pair difference = {0, 0};
    for (unsigned i = 0; i < SIMT_WARP / 2; i++)
        difference |= keys[i] ^ wanted;
    return (difference[0] | difference[1]) == 0;
}

/** True if all lanes of @p lanes, at the same row, have the same key. */
static inline bool same_key(uint32_t row, uint32_t lanes, uint64_t key) {
    if (lanes == UINT32_MAX)
        return same_key_of_all(row, key);
    const uint64_t *keys = simt_trace.key[row];
    uint64_t difference = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        difference |= keys[__builtin_ctz(left)] ^ key;
    return difference == 0;
}

/** The common case: lanes in step, row by row from the start, until they branch apart or one has no more. */
static void drain_in_step(struct cursors *c, struct simt_warp *warp) {
    uint32_t lanes = c->unread, row[SIMT_WARP], end = TRACE_ROWS, r = 0;
    if (!lanes)
        return;
    for (uint32_t left = lanes; left; left &= left - 1)
        if (c->written[__builtin_ctz(left)] < end)
            end = c->written[__builtin_ctz(left)];
    unsigned first = (unsigned)__builtin_ctz(lanes);
    for (; r < end; r++) {
        uint64_t key = simt_trace.key[r][first];
        if (!same_key(r, lanes, key))
            break;
        if (simt_key_kind(key) != RECORD_BLOCK)
            for (unsigned i = 0; i < SIMT_WARP; i++)
                row[i] = r;
        execute(key, lanes, row, warp);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        c->read[i] = r;
        if (r == c->written[i])
            c->unread &= ~(1u << i);
    }
}

/** The lowest key among the next records, and the lanes that share it. */
static uint32_t front(const struct cursors *c, uint64_t *key) {
    uint64_t lowest = UINT64_MAX;
    uint32_t lanes = 0;
    for (uint32_t left = c->unread; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t k = simt_trace.key[c->read[i]][i];
        if (k < lowest) {
            lowest = k;
            lanes = 0;
        }
        if (k == lowest)
            lanes |= 1u << i;
    }
    *key = lowest;
    return lanes;
}

static void drain_apart(struct cursors *c, struct simt_warp *warp) {
    while (c->unread && !(c->open & ~c->unread)) {
        uint64_t key;
        uint32_t lanes = front(c, &key);
        execute(key, lanes, c->read, warp);
        for (uint32_t left = lanes; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            if (++c->read[i] == c->written[i])
                c->unread &= ~(1u << i);
        }
    }
}

/** Moves what is left of a lane's column to its start. */
static void shift_column(unsigned i, uint32_t read, uint32_t written) {
    for (uint32_t r = read; r < written; r++) {
        simt_trace.key[r - read][i] = simt_trace.key[r][i];
        simt_trace.address[r - read][i] = simt_trace.address[r][i];
        simt_trace.before[r - read][i] = simt_trace.before[r][i];
    }
    if (__builtin_expect(simt_recording, 0))
        simt_record_shift(i, read, written);
}

void simt_drain(struct simt_warp *warp, struct simt_lane *lanes, bool finish) {
    struct cursors c;
    last_load = 0;
    set_cursors(&c, warp, lanes, finish);
    drain_in_step(&c, warp);
    drain_apart(&c, warp);
    simt_stores_forget();
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rest = c.written[i] - c.read[i];
        if (rest)
            shift_column(i, c.read[i], c.written[i]);
        lanes[i].clock += c.read[i];
        lanes[i].log_next = &simt_trace.key[rest][i];
    }
}
