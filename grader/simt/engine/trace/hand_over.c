// Makes a round of what the lanes of a warp have logged, and posts it.
#include "engine/memory/window.h"
#include "engine/record/record.h"
#include "engine/run/schedule.h"
#include "engine/trace/pipe.h"
#include "engine/trace/round.h"
#include "engine/trace/stored.h"
#include "engine/trace/trace.h"

/** Lanes of the running warp with records that are held up. */
static uint32_t held_up;

/** Lanes mostly have their turns in order. */
static void note_turns(struct simt_round *round, const struct simt_lane *lanes) {
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
static void fill(struct simt_round *round, const struct simt_warp *warp, struct simt_lane *lanes) {
    round->warp = &simt_block_now->checked->warp[warp->number - simt_block_now->first_warp];
    round->key = (uint64_t(*)[SIMT_WARP])simt_log_start;
    round->lanes = warp->lanes;
    round->in_step = 0;
    round->settled = false;
    round->rows = 0;
    for (uint32_t left = warp->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rows = lanes[i].logged / TRACE_ROW_BYTES;
        round->written[i] = rows;
        round->rows = rows > round->rows ? rows : round->rows;
        lanes[i].clock += rows;
        lanes[i].logged = i * (uint32_t)sizeof(uint64_t);
    }
    note_turns(round, lanes);
}

/** Moves what is left of a lane's column to its start. */
static void shift_column(const struct simt_round *round, unsigned i) {
    uint64_t(*key)[SIMT_WARP] = round->key, (*address)[SIMT_WARP] = simt_round_address(round),
    (*before)[SIMT_WARP] = simt_round_before(round);
    for (uint32_t r = round->read[i], to = 0; r < round->written[i]; r++, to++) {
        key[to][i] = key[r][i];
        address[to][i] = address[r][i];
        before[to][i] = before[r][i];
    }
    if (__builtin_expect(simt_recording, 0))
        simt_record_shift(i, round->read[i], round->written[i]);
}

/** Gives the lanes back what the drain has left. */
static void keep_rest(const struct simt_round *round, struct simt_lane *lanes) {
    held_up = 0;
    for (uint32_t left = round->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint32_t rest = round->written[i] - round->read[i];
        if (!rest)
            continue;
        shift_column(round, i);
        lanes[i].clock -= rest;
        lanes[i].logged += rest * TRACE_ROW_BYTES;
        held_up |= left & -left;
    }
}

/** True if the lanes can go on before the round is read: nothing of it will be left. */
static bool can_wait(struct simt_round *round) {
    if (!simt_piped || held_up)
        return false;
    if (!round->open)
        return true;
    round->in_step = simt_round_in_step(round);
    return round->rows == round->in_step;
}

void simt_hand_over(struct simt_warp *warp, struct simt_lane *lanes, bool finish) {
    struct simt_round *round = simt_pipe_room();
    const struct simt_post post = {.kind = POST_ROUND, .round = round};
    fill(round, warp, lanes);
    round->open = finish ? 0 : warp->full | warp->polling;
    if (can_wait(round)) {
        simt_pipe_settle(round);
        simt_post(&post);
        return;
    }
    if (simt_piped)
        simt_pipe_flush();
    simt_checked_take(&post);
    if (round->open || held_up)
        keep_rest(round, lanes);
    simt_pipe_unsettle();
}
