// What each access found and left behind. A store's hook runs before the store, so what it leaves is read
// when the same lane does its next thing; nobody else runs in between.
#include "engine/record/values.h"

#include <string.h>

#include "engine/record/record.h"

static struct record_value before[TRACE_ROWS][SIMT_WARP], after[TRACE_ROWS][SIMT_WARP];

/** The store of the running lane whose result was not read yet. */
static struct {
    struct record_value *after; /**< NULL: none */
    uintptr_t address;
    unsigned size_log2;
} last;

static void read_memory(struct record_value *value, uintptr_t address, unsigned size_log2) {
    memset(value, 0, sizeof *value);
    memcpy(value->bytes, (const void *)address, (size_t)1 << size_log2);
}

void simt_record_after(void) {
    if (last.after)
        read_memory(last.after, last.address, last.size_log2);
    last.after = NULL;
}

void simt_record_before(const uint64_t *record, uintptr_t address, unsigned size_log2,
                        enum simt_record_kind kind) {
    simt_record_after();
    const size_t place = (size_t)(record - &simt_trace.key[0][0]);
    read_memory(&before[place / SIMT_WARP][place % SIMT_WARP], address, size_log2);
    if (kind == RECORD_LOAD)
        return;
    last.after = &after[place / SIMT_WARP][place % SIMT_WARP];
    last.address = address;
    last.size_log2 = size_log2;
}

void simt_record_shift(unsigned lane, uint32_t rows, uint32_t written) {
    for (uint32_t r = rows; r < written; r++) {
        before[r - rows][lane] = before[r][lane];
        after[r - rows][lane] = after[r][lane];
    }
}

const struct record_value *simt_record_value_before(uint32_t row, unsigned lane) {
    return &before[row][lane];
}
const struct record_value *simt_record_value_after(uint32_t row, unsigned lane) { return &after[row][lane]; }
