// Makes a round of what the lanes of a warp have logged.
#include "engine/exec/schedule.h"
#include "engine/log/access_log.h"
#include "engine/log/batch.h"
#include "engine/log/logging.h"
#include "engine/observe/recorder/record.h"

static struct simt_access_log table __attribute__((aligned(64)));
static struct simt_batch round_now;

/** Lanes of the running warp with records that are held up. */
static uint32_t held_up;

void simt_log_begin_launch(void) { simt_log_start = simt_logging ? &table.key[0][0] : SIMT_LOG_NOTHING; }

/** Lanes mostly have their turns in order. */
static void note_turns(struct simt_batch *round, const struct simt_lane *lanes) {
    static const uint32_t in_order[SIMT_WARP] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    round->turn = in_order;
    if (simt_schedule_forward && !held_up)
        return;
    for (uint32_t left = round->lanes; left; left &= left - 1)
        round->turns[__builtin_ctz(left)] = lanes[__builtin_ctz(left)].turn;
    round->turn = round->turns;
}

/** Takes the lanes' columns as they are, and begins them anew. */
static void fill(struct simt_batch *round, const struct simt_warp *warp, struct simt_lane *lanes) {
    round->warp = &simt_block_now->checked->warp[warp->number - simt_block_now->first_warp];
    round->key = table.key;
    round->lanes = warp->lanes;
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rows = lanes[i].logged / LOG_ROW_BYTES;
        round->written[i] = rows;
        lanes[i].clock += rows;
        lanes[i].logged = i * (uint32_t)sizeof(uint64_t);
    }
    note_turns(round, lanes);
}

/** Moves what is left of a lane's column to its start. */
static void shift_column(const struct simt_batch *round, unsigned i) {
    uint64_t(*key)[SIMT_WARP] = round->key, (*address)[SIMT_WARP] = simt_batch_address(round),
    (*before)[SIMT_WARP] = simt_batch_before(round);
    for (uint32_t r = round->read[i], to = 0; r < round->written[i]; r++, to++) {
        key[to][i] = key[r][i];
        address[to][i] = address[r][i];
        before[to][i] = before[r][i];
    }
    if (__builtin_expect(simt_recording, 0))
        simt_recorder_shift(i, round->read[i], round->written[i]);
}

/** Gives the lanes back what the drain has left. */
static void keep_rest(const struct simt_batch *round, struct simt_lane *lanes) {
    held_up = 0;
    for (uint32_t left = round->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rest = round->written[i] - round->read[i];
        if (!rest)
            continue;
        shift_column(round, i);
        lanes[i].clock -= rest;
        lanes[i].logged += rest * LOG_ROW_BYTES;
        held_up |= left & -left;
    }
}

void simt_flush_log(struct simt_warp *warp, struct simt_lane *lanes, bool finish) {
    fill(&round_now, warp, lanes);
    round_now.open = finish ? 0 : warp->full | warp->polling;
    simt_checked_take(&(struct simt_post){.kind = POST_ROUND, .round = &round_now});
    if (round_now.open || held_up)
        keep_rest(&round_now, lanes);
}
