// What each access found and left behind. A store's hook runs before the store, so what it leaves is read
// when the same lane does its next thing; no other lane runs in between.
#include "engine/observe/recorder/values.h"

#include <string.h>

#include "engine/observe/recorder/recording.h"

static struct trace_value before[LOG_ROWS][SIMT_WARP], after[LOG_ROWS][SIMT_WARP];

static struct trace_locals *locals; /* likewise, LOG_ROWS of SIMT_WARP */
static struct trace_locals waiting[TRACE_BLOCKS][TRACE_WARPS][SIMT_WARP]; /* at a warp operation */

/** The store of the running lane whose result was not read yet. */
static struct {
    struct trace_value *after; /**< NULL: none */
    uintptr_t address;
    unsigned size_log2;
} last;

static void read_memory(struct trace_value *value, uintptr_t address, unsigned size_log2) {
    memset(value, 0, sizeof *value);
    memcpy(value->bytes, (const void *)address, (size_t)1 << size_log2);
}

void simt_values_begin(void) {
    if (!locals)
        locals = simt_recorder_zeroed((size_t)LOG_ROWS * SIMT_WARP, sizeof *locals);
    memset(waiting, 0, sizeof waiting);
    simt_locals_begin();
    simt_sums_begin();
}

static void settle(void) {
    if (last.after)
        read_memory(last.after, last.address, last.size_log2);
    last.after = NULL;
}

void simt_values_settle(const struct simt_block_event *block) {
    (void)block;
    settle();
}

static void note_sum(const struct simt_access_event *access, const struct trace_value *value) {
    static uint32_t last_warp = UINT32_MAX;
    const uint32_t warp = access->lane.thread / SIMT_WARP;
    uint64_t bits;
    if (last_warp != warp)
        simt_sums_begin();
    last_warp = warp;
    memcpy(&bits, value->bytes, sizeof bits);
    simt_sums_note(access->address, bits, access->adds);
}

void simt_values_access(const struct simt_access_event *access) {
    const uint32_t row = access->row, lane = access->lane.thread % SIMT_WARP;
    settle();
    if (simt_recorder_shows(access->lane.block, access->lane.thread / SIMT_WARP))
        simt_locals_take(&locals[row * SIMT_WARP + lane], &access->lane);
    else
        locals[row * SIMT_WARP + lane].scope = NULL;
    read_memory(&before[row][lane], access->address, access->size_log2);
    note_sum(access, &before[row][lane]);
    if (access->kind == LOG_LOAD)
        return;
    last.after = &after[row][lane];
    last.address = access->address;
    last.size_log2 = access->size_log2;
}

void simt_values_move(unsigned lane, uint32_t from, uint32_t end) {
    for (uint32_t r = from; r < end; r++) {
        before[r - from][lane] = before[r][lane];
        after[r - from][lane] = after[r][lane];
        locals[(r - from) * SIMT_WARP + lane] = locals[r * SIMT_WARP + lane];
    }
}

const struct trace_value *simt_recorder_value_before(uint32_t row, unsigned lane) {
    return &before[row][lane];
}
const struct trace_value *simt_recorder_value_after(uint32_t row, unsigned lane) { return &after[row][lane]; }

const struct trace_locals *simt_recorder_locals_at(uint32_t row, unsigned lane) {
    return &locals[row * SIMT_WARP + lane];
}

static struct trace_locals *waiting_at(const struct simt_block_event *block, uint32_t warp, unsigned lane) {
    return &waiting[block->number][warp - block->first_warp][lane];
}

void simt_values_wait(const struct simt_lane_event *lane) {
    const uint32_t warp = lane->thread / SIMT_WARP;
    if (simt_recorder_shows(lane->block, warp))
        simt_locals_take(waiting_at(lane->block, warp, lane->thread % SIMT_WARP), lane);
}

const struct trace_locals *simt_recorder_locals_waiting(const struct simt_block_event *block, uint32_t warp,
                                                        unsigned lane) {
    return waiting_at(block, warp, lane);
}
