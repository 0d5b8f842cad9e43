// A barrier that some threads went around. A thread that has returned counts as arrived, so nothing hangs;
// but one that went on behind the barrier's line, and then ended, has passed a barrier in divergent code. An
// early return, before the barrier, is none; nor is the way out of a loop from behind the
// barrier in it, unless it leads past the loop's head, and so around the barrier of the round to come.
#include <string.h>

#include "engine/exec/machine.h"
#include "engine/log/access_log.h"
#include "engine/report/lines.h"

enum { LAST_ROWS = 24, BLOCKS = 3 };

void simt_note_end(void) {
    struct simt_lane *self = simt_self;
    const uint64_t *start = simt_column(self), *row = simt_log_next;
    unsigned found = 0;
    bool last = true;
    if (row == SIMT_LOG_NOTHING)
        return;
    for (unsigned r = 0; r < LAST_ROWS && row > start && found < BLOCKS; r++) {
        row -= SIMT_WARP;
        if (simt_key_kind(*row) != LOG_BLOCK)
            continue;
        if (!last) /* the last is the end itself, on every way there */
            self->left_from[found++] = simt_key_pc(*row) + 1; /* the hook's own line is another's */
        last = false;
    }
    if (found < BLOCKS)
        self->left_from[found] = 0;
}

/** Lines from the barrier to the code at @p pc; 0 if that is on its line, in another function, or unknown. */
static int lines_behind(uintptr_t pc, const struct simt_line *barrier) {
    struct simt_line line;
    bool here = simt_line_of(pc, &line) && strcmp(line.function, barrier->function) == 0 &&
                strcmp(line.file, barrier->file) == 0;
    return here ? line.line - barrier->line : 0;
}

/** Where behind the barrier an ended lane has been, and, if it had come to that barrier earlier, in front of
 * it before; 0 if nowhere. */
static uintptr_t way_around(const struct simt_lane *lane, const struct simt_line *barrier,
                            bool came_earlier) {
    uintptr_t behind = 0;
    for (unsigned i = 0; i < BLOCKS && lane->left_from[i]; i++) {
        int lines = lines_behind(lane->left_from[i], barrier);
        if (behind && lines < 0)
            return behind;
        if (!behind && lines > 0)
            behind = lane->left_from[i];
    }
    return came_earlier ? 0 : behind;
}

/** Where behind the barrier at @p at an ended lane has been; 0 if nowhere. */
static uintptr_t place_behind(const struct simt_lane *lane, uintptr_t at) {
    static uintptr_t harmless[BLOCKS + 2]; /* the ways out are few, and most threads take the same */
    struct simt_line barrier;
    if (harmless[BLOCKS] == at && harmless[BLOCKS + 1] == lane->barrier_at &&
        memcmp(harmless, lane->left_from, sizeof lane->left_from) == 0)
        return 0;
    if (!simt_line_of(at, &barrier))
        return 0;
    uintptr_t place = way_around(lane, &barrier, lane->barrier_at == at);
    if (place)
        return place;
    memcpy(harmless, lane->left_from, sizeof lane->left_from);
    harmless[BLOCKS] = at;
    harmless[BLOCKS + 1] = lane->barrier_at;
    return 0;
}

static bool has_ended(const struct simt_block *block, uint32_t i) {
    return block->warp[i / SIMT_WARP].exited >> i % SIMT_WARP & 1;
}

static const struct simt_lane *first_waiting(const struct simt_block *block) {
    for (uint32_t i = 0; i < block->threads; i++)
        if (block->warp[i / SIMT_WARP].at_barrier >> i % SIMT_WARP & 1)
            return &block->lane[i];
    return NULL;
}

static void report(const struct simt_lane *waiting, const struct simt_lane *ended, uintptr_t place) {
    struct simt_actor here = simt_lane_actor(waiting, waiting->waits_at),
                      there = simt_lane_actor(ended, place);
    simt_error_add(SIMT_BARRIER_ERROR, SIMT_SPACE_SHARED, &here, &there,
                   "Barrier error detected. Divergent thread(s) in block: thread (%u,%u,%u) went around this "
                   "barrier and "
                   "has ended; every thread of the block has to reach it, or return before it",
                   there.thread.x, there.thread.y, there.thread.z);
}

void simt_check_passed_barrier(struct simt_block *block) {
    uint32_t ended = 0;
    for (uint32_t w = 0; w < block->warps; w++)
        ended += (uint32_t)__builtin_popcount(block->warp[w].exited);
    const struct simt_lane *waiting = ended > block->ended ? first_waiting(block) : NULL;
    block->ended = ended;
    for (uint32_t i = 0; waiting && i < block->threads; i++) {
        struct simt_lane *lane = &block->lane[i];
        if (!has_ended(block, i) || !lane->left_from[0])
            continue;
        uintptr_t place = place_behind(lane, waiting->waits_at);
        if (place)
            report(waiting, lane, place);
        lane->left_from[0] = 0;
    }
}
