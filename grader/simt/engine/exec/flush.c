// Flushes the log of a warp: makes a batch of the lanes' entries and passes it to the merge.
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/observe/observers.h"

struct simt_access_log simt_log __attribute__((aligned(64)));
static struct simt_batch batch;

/** Lanes of the running warp with entries that are held back. */
static uint32_t held_up;

static struct simt_lane_order changes[SIMT_WARP];
static bool changed; /* some lane was interrupted */

void simt_note_order(const struct simt_lane *lane, bool before) {
    struct simt_lane_order *of = &changes[lane->number % SIMT_WARP];
    if (lane->log_next == SIMT_LOG_NOTHING || (before && of->count > 0))
        return;
    const uint32_t row = before ? 0 : (uint32_t)((size_t)(lane->log_next - simt_column(lane)) / SIMT_WARP);
    if (of->count > 0 && of->row[of->count - 1] == row)
        of->count--;
    of->row[of->count] = row;
    of->order[of->count++] = lane->order;
    changed = true;
}

/** After a flush: moves the remaining rows of a lane's column to its start. */
static void move_changes(unsigned lane, uint32_t rows) {
    struct simt_lane_order *of = &changes[lane];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        if (i + 1 < of->count && of->row[i + 1] <= rows)
            continue; /* the next one holds from the first remaining row */
        of->row[kept] = of->row[i] > rows ? of->row[i] - rows : 0;
        of->order[kept++] = of->order[i];
    }
    of->count = kept;
}

/** Lanes mostly run in order. */
static void note_order(struct simt_batch *to, const struct simt_lane *lanes) {
    static const uint32_t in_order[SIMT_WARP] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    to->order = in_order;
    to->changes = changed ? changes : NULL;
    if (simt_schedule_forward && !held_up && !changed)
        return;
    for (uint32_t left = to->lanes; left; left &= left - 1)
        to->orders[__builtin_ctz(left)] = lanes[__builtin_ctz(left)].order;
    to->order = to->orders;
}

/** Takes the lanes' columns as they are, and empties them. */
static void fill(struct simt_batch *to, const struct simt_warp *warp, struct simt_lane *lanes) {
    to->block = &simt_block_now->event;
    to->warp = warp->number;
    to->key = simt_log.key;
    to->lanes = warp->lanes;
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t *column = simt_column(&lanes[i]);
        uint32_t rows = (uint32_t)((size_t)(lanes[i].log_next - column) / SIMT_WARP);
        to->written[i] = rows;
        lanes[i].clock += rows;
        lanes[i].log_next = column;
    }
    note_order(to, lanes);
}

/** Moves the rest of a lane's column to its start. */
static void shift_column(const struct simt_batch *from, unsigned i) {
    uint64_t(*key)[SIMT_WARP] = from->key, (*address)[SIMT_WARP] = simt_batch_address(from),
    (*before)[SIMT_WARP] = simt_batch_before(from);
    for (uint32_t r = from->read[i], to = 0; r < from->written[i]; r++, to++) {
        key[to][i] = key[r][i];
        address[to][i] = address[r][i];
        before[to][i] = before[r][i];
    }
    SIMT_TELL(rows_move, i, from->read[i], from->written[i]);
}

/** Returns unmerged entries to their lanes. */
static void keep_rest(const struct simt_batch *from, struct simt_lane *lanes) {
    held_up = 0;
    for (uint32_t left = from->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rest = from->written[i] - from->read[i];
        if (!rest)
            continue;
        shift_column(from, i);
        move_changes(i, from->read[i]);
        lanes[i].clock -= rest;
        lanes[i].log_next += rest * (size_t)SIMT_WARP;
        held_up |= left & -left;
    }
}

/** For lanes that have no entries left. */
static void forget_changes(void) {
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (!(held_up >> i & 1))
            changes[i].count = 0;
    changed = held_up != 0;
}

void simt_flush_log(struct simt_warp *warp, struct simt_lane *lanes, bool finish) {
    fill(&batch, warp, lanes);
    batch.open = finish ? 0 : warp->full | warp->polling | warp->stepping;
    simt_observers_flush(&batch);
    if (batch.open || held_up)
        keep_rest(&batch, lanes);
    if (changed)
        forget_changes();
}
