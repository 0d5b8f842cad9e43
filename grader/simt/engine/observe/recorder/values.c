// What each access found and left behind. A store's hook runs before the store, so what it leaves is read
// when the same lane does its next thing; nobody else runs in between.
#include "engine/observe/recorder/values.h"

#include <string.h>

#include "engine/observe/recorder/recording.h"
#include "engine/observe/recorder/sums.h"

static struct trace_value before[LOG_ROWS][SIMT_WARP], after[LOG_ROWS][SIMT_WARP];
bool simt_recorder_adds;

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

void simt_recorder_after(void) {
    if (last.after)
        read_memory(last.after, last.address, last.size_log2);
    last.after = NULL;
}

static void note_sum(uintptr_t address, const struct trace_value *value, enum simt_log_kind kind) {
    static const struct simt_warp *last_warp;
    uint64_t bits;
    if (last_warp != simt_warp_now)
        simt_sums_begin();
    last_warp = simt_warp_now;
    memcpy(&bits, value->bytes, sizeof bits);
    simt_sums_note(address, bits, kind == LOG_ATOMIC && simt_recorder_adds);
}

void simt_recorder_before(const uint64_t *record, uintptr_t address, unsigned size_log2,
                          enum simt_log_kind kind) {
    simt_recorder_after();
    const size_t place = (size_t)(record - simt_log_start);
    if (simt_recorder_in_window())
        simt_locals_take(&locals[place], simt_key_pc(*record));
    else
        locals[place].scope = NULL;
    read_memory(&before[place / SIMT_WARP][place % SIMT_WARP], address, size_log2);
    note_sum(address, &before[place / SIMT_WARP][place % SIMT_WARP], kind);
    if (kind == LOG_LOAD)
        return;
    last.after = &after[place / SIMT_WARP][place % SIMT_WARP];
    last.address = address;
    last.size_log2 = size_log2;
}

void simt_recorder_shift(unsigned lane, uint32_t rows, uint32_t written) {
    for (uint32_t r = rows; r < written; r++) {
        before[r - rows][lane] = before[r][lane];
        after[r - rows][lane] = after[r][lane];
        locals[(r - rows) * SIMT_WARP + lane] = locals[r * SIMT_WARP + lane];
    }
}

const struct trace_value *simt_recorder_value_before(uint32_t row, unsigned lane) {
    return &before[row][lane];
}
const struct trace_value *simt_recorder_value_after(uint32_t row, unsigned lane) { return &after[row][lane]; }

const struct trace_locals *simt_recorder_locals_at(uint32_t row, unsigned lane) {
    return &locals[row * SIMT_WARP + lane];
}

static struct trace_locals *waiting_at(const struct simt_warp *warp, unsigned lane) {
    const uint32_t warps = simt_block_now->warps;
    return &waiting[warp->number / warps][warp->number % warps][lane];
}

void simt_recorder_waits(uintptr_t pc) {
    if (simt_recorder_in_window())
        simt_locals_take(waiting_at(simt_warp_now, simt_self->number % SIMT_WARP), pc);
}

const struct trace_locals *simt_recorder_locals_waiting(const struct simt_warp *warp, unsigned lane) {
    return waiting_at(warp, lane);
}
