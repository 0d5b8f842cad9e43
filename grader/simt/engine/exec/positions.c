// The positions of a block's threads, which observers may request at barriers.
#include "engine/exec/machine.h"
#include "engine/observe/observers.h"

enum { LAST_ROWS = 24 };

void simt_note_end(void) {
    struct simt_lane *self = simt_self();
    const uint64_t *start = simt_column(self), *entry = self->log_next;
    unsigned found = 0;
    bool last = true;
    if (entry == SIMT_LOG_NOTHING || !simt_observers.want_positions)
        return;
    for (unsigned r = 0; r < LAST_ROWS && entry > start && found < SIMT_LAST_BLOCKS; r++) {
        entry -= SIMT_WARP;
        if (simt_key_kind(*entry) != LOG_BLOCK) {
            if (last && !self->ended_at)
                self->ended_at = simt_key_pc(*entry);
            continue;
        }
        if (!last) /* the last block is the end itself, on every path */
            self->left_from[found++] = simt_key_pc(*entry) + 1; /* the hook's own line may differ */
        last = false;
    }
    if (found < SIMT_LAST_BLOCKS)
        self->left_from[found] = 0;
}

static enum simt_thread_state state_of(const struct simt_warp *warp, uint32_t bit) {
    if (warp->exited & bit)
        return SIMT_THREAD_ENDED;
    if (warp->at_barrier & bit)
        return SIMT_THREAD_AT_BARRIER;
    return warp->at_op & bit ? SIMT_THREAD_AT_WARP_OP : SIMT_THREAD_RUNS;
}

static const struct simt_thread_position *positions(void) {
    static struct simt_thread_position threads[SIMT_MAX_THREADS];
    const struct simt_block *block = simt_block_now;
    for (uint32_t i = 0; i < block->event.threads; i++) {
        const struct simt_lane *lane = &block->lane[i];
        struct simt_thread_position *at = &threads[i];
        *at =
            (struct simt_thread_position){.state = state_of(&block->warp[i / SIMT_WARP], 1u << i % SIMT_WARP),
                                          .waits_at = lane->waits_at,
                                          .met = lane->met,
                                          .ended_at = lane->ended_at,
                                          .polls_at = lane->polled ? lane->circle.first_at : 0,
                                          .polled = lane->polled,
                                          .request = &lane->request};
        /* Unless an observer wants positions, lanes do not note the barrier they wait at. */
        if (at->state == SIMT_THREAD_AT_BARRIER && !simt_observers.want_positions)
            at->waits_at = 0;
        for (unsigned k = 0; k < SIMT_LAST_BLOCKS; k++)
            at->left_from[k] = lane->left_from[k];
    }
    return threads;
}

struct simt_barrier_event simt_barrier_event_of(struct simt_block *block) {
    uint32_t ended = 0;
    for (uint32_t w = 0; w < block->event.warps; w++)
        ended += (uint32_t)__builtin_popcount(block->warp[w].exited);
    return (struct simt_barrier_event){.block = &block->event,
                                       .at = block->barrier_at,
                                       .differ = block->barriers_differ,
                                       .reduces = block->barrier_reduces,
                                       .ended = ended,
                                       .operations = simt_launch_now.event.operations,
                                       .places = simt_barrier_places,
                                       .positions = positions};
}
