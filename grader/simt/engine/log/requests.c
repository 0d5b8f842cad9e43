// Reads a warp's trace in lockstep order and hands each group of lanes on as one instruction of the warp.
#include <string.h>

#include "engine/log/logging.h"
#include "engine/log/request.h"
#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"
#include "engine/observe/checks.h"
#include "engine/observe/recorder/record.h"
#include "engine/observe/release.h"
#include "engine/observe/same_value.h"

const struct simt_batch *simt_batch_now;

/** Code address of the warp's last load of global memory, 0 before the first. A load further on in the code
 * is under way at the same time; one at or before it is another round of a loop, and waits. */
static uintptr_t last_load;

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

static void execute_in_space(struct simt_request *request, struct simt_checked_warp *warp, bool shared) {
    if (simt_counting)
        simt_count_request(request, shared);
    simt_check_request(request, warp, shared);
    if (request->kind != LOG_LOAD)
        warp->stored = true;
    else if (!shared)
        count_wait(request->site->pc);
    if (request->lanes && simt_check_on(SIMT_CHECK_RACE))
        simt_race_request(request, warp, shared);
}

/** One memory instruction. @p row gives each lane's row. */
static void execute_access(uint64_t key, uint32_t lanes, const uint32_t *row,
                           struct simt_checked_warp *warp) {
    struct simt_request request = {.site = simt_site_of(simt_key_pc(key)),
                                   .kind = simt_key_kind(key),
                                   .size = simt_key_size(key),
                                   .loose = simt_key_is_loose(key)};
    uint32_t shared = 0;
    request.site->is_volatile = simt_key_is_volatile(key);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t address = simt_batch_address(simt_batch_now)[row[i]][i];
        request.offset[i] = address - SIMT_DEVICE_BASE;
        request.before[i] = simt_batch_before(simt_batch_now)[row[i]][i];
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

static void record(uint64_t key, uint32_t lanes, const uint32_t *row, const struct simt_checked_warp *warp) {
    if (simt_key_kind(key) == LOG_BLOCK)
        simt_recorder_code(key, lanes, warp->number);
    else if (simt_key_size(key) < 1u << FENCE_BLOCK)
        simt_recorder_access(key, lanes, row, warp->number);
}

static void execute(uint64_t key, uint32_t lanes, const uint32_t *row, struct simt_checked_warp *warp) {
    if (simt_key_kind(key) == LOG_BLOCK)
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

/** True if all lanes of a whole warp have the same key in a row. */
static inline bool same_key_of_all(const uint64_t *row, uint64_t key) {
    const key_pair *keys = (const key_pair *)row, wanted = {key, key};
    key_pair difference = {0, 0};
    for (unsigned i = 0; i < SIMT_WARP / 2; i++)
        difference |= keys[i] ^ wanted;
    return (difference[0] | difference[1]) == 0;
}

/** True if all lanes of @p lanes have the same key in a row. */
static inline bool same_key(const uint64_t *row, uint32_t lanes, uint64_t key) {
    if (lanes == UINT32_MAX)
        return same_key_of_all(row, key);
    uint64_t difference = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        difference |= row[__builtin_ctz(left)] ^ key;
    return difference == 0;
}

/** Lanes with records. */
static uint32_t lanes_with_records(const struct simt_batch *round) {
    uint32_t lanes = 0;
    for (uint32_t left = round->lanes; left; left &= left - 1)
        lanes |= (uint32_t)(round->written[__builtin_ctz(left)] > 0) << __builtin_ctz(left);
    return lanes;
}

/** Lanes with records left to read, of some. */
static uint32_t unread(const struct simt_batch *round, uint32_t lanes) {
    uint32_t left_over = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        left_over |= (uint32_t)(round->read[i] < round->written[i]) << i;
    }
    return left_over;
}

/** Rows that each of the lanes has written. */
static uint32_t common_rows(const struct simt_batch *round, uint32_t lanes) {
    uint32_t least = LOG_ROWS;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t written = round->written[__builtin_ctz(left)];
        least = written < least ? written : least;
    }
    return least;
}

/** The common case: lanes in step, row by row from the start, until they branch apart or one has no more. */
static uint32_t drain_in_step(struct simt_batch *round, uint32_t lanes) {
    uint32_t row[SIMT_WARP], end = common_rows(round, lanes), r = 0;
    if (!lanes)
        return 0;
    unsigned first = (unsigned)__builtin_ctz(lanes);
    for (; r < end; r++) {
        uint64_t key = round->key[r][first];
        if (!same_key(round->key[r], lanes, key))
            break;
        if (simt_key_kind(key) != LOG_BLOCK)
            for (unsigned i = 0; i < SIMT_WARP; i++)
                row[i] = r;
        execute(key, lanes, row, round->warp);
    }
    for (uint32_t left = lanes; left; left &= left - 1)
        round->read[__builtin_ctz(left)] = r;
    return unread(round, lanes);
}

/** The lowest key among the next records, and the lanes that share it. */
static uint32_t front(const struct simt_batch *round, uint32_t lanes_left, uint64_t *key) {
    uint64_t lowest = UINT64_MAX;
    uint32_t lanes = 0;
    for (uint32_t left = lanes_left; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t k = round->key[round->read[i]][i];
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

static void drain_apart(struct simt_batch *round, uint32_t lanes_left) {
    while (lanes_left && !(round->open & ~lanes_left)) {
        uint64_t key;
        uint32_t lanes = front(round, lanes_left, &key);
        execute(key, lanes, round->read, round->warp);
        for (uint32_t left = lanes; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            if (++round->read[i] == round->written[i])
                lanes_left &= ~(1u << i);
        }
    }
}

void simt_drain(struct simt_batch *round) {
    last_load = 0;
    simt_batch_now = round;
    memset(round->read, 0, sizeof round->read);
    uint32_t lanes_left = drain_in_step(round, lanes_with_records(round));
    drain_apart(round, lanes_left);
    simt_stores_forget();
}
