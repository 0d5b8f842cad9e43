// Lanes in step: each stops before its access to memory, and those that have come to the same instruction do
// theirs before any of them goes on to the next one. So the loads of a warp all come before its stores, as on
// a GPU.
//
// Which lanes go on is decided by the key by which the log is merged, the lowest first. So lanes that
// branched apart meet again where they form one request in the log, too.
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"

/* After so many steps of others a lane goes on, though they are at lower addresses: it may be the one that
 * they wait for. */
enum { PATIENCE = 4096 };

static uint64_t steps;

void simt_step(uintptr_t pc, bool stores, bool globally) {
    struct simt_lane *self = simt_running;
    self->gives_way = stores && simt_schedule_interleaved;
    simt_block_now->turn_over |= self->gives_way && globally;
    self->step_key = simt_key(pc, LOG_LOAD, 0) | self->depth_key;
    self->stepped_at = steps;
    simt_note_order(self, true);
    simt_park(&simt_warp_now->stepping);
    simt_note_order(self, false);
}

uint32_t simt_next_step(const struct simt_warp *warp, const struct simt_lane *lanes) {
    const struct simt_lane *next = NULL, *oldest = NULL;
    uint32_t group = 0;
    for (uint32_t left = warp->stepping; left; left &= left - 1) {
        const struct simt_lane *lane = &lanes[__builtin_ctz(left)];
        next = !next || lane->step_key < next->step_key ? lane : next;
        oldest = !oldest || lane->stepped_at < oldest->stepped_at ? lane : oldest;
    }
    if (++steps - oldest->stepped_at > PATIENCE)
        next = oldest;
    for (uint32_t left = warp->stepping; left; left &= left - 1)
        if (lanes[__builtin_ctz(left)].step_key == next->step_key)
            group |= left & -left;
    return group;
}
