// __syncthreads and its kin: from a lane's side, and the release when all threads have come.
#include "engine/exec/machine.h"
#include "engine/observe/observers.h"
#include "simt/lane_frames.h"

uintptr_t simt_barrier_places[SIMT_BARRIER_PLACES];
static unsigned place_count;

void simt_barriers_begin_launch(void) { place_count = 0; }

/** The bit of the barrier at @p at, which has one from now on. */
static uint64_t bit_of(uintptr_t at) {
    unsigned i = 0;
    while (i < place_count && simt_barrier_places[i] != at)
        i++;
    if (i == SIMT_BARRIER_PLACES)
        simt_barrier_places[--i] = 0;
    else if (i == place_count)
        simt_barrier_places[place_count++] = at;
    return UINT64_C(1) << i;
}

/** Notes that the running lane has come to the barrier at @p at. */
static inline void arrive(struct simt_lane *self, uintptr_t at) {
    struct simt_block *block = simt_block_now;
    self->waits_at = at;
    if (block->barrier_at == at) {
        self->met |= block->barrier_bit;
        return;
    }
    const uint64_t bit = bit_of(at);
    self->met |= bit;
    if (block->barrier_at) {
        block->barriers_differ = true;
    } else {
        block->barrier_at = at;
        block->barrier_bit = bit;
    }
}

void simt_block_barrier(void) {
    struct simt_lane *self = simt_self();
    if (!self)
        return;
    if (!simt_lane_untold)
        arrive(self, (uintptr_t)__builtin_return_address(0));
    simt_park(&simt_warp_now->at_barrier);
}

int simt_barrier(enum simt_barrier_op op, int predicate) {
    struct simt_lane *self = simt_self();
    if (!self)
        return 0;
    arrive(self, (uintptr_t)__builtin_return_address(0));
    simt_block_now->barrier_reduces = true;
    self->barrier_op = op;
    self->predicate = predicate;
    simt_park(&simt_warp_now->at_barrier);
    return (int)self->request.result;
}

/** The result of each form of __syncthreads that reduces a predicate over the waiting threads. */
static void reduce_predicates(struct simt_block *block) {
    int count = 0, arrived = 0;
    for (uint32_t i = 0; i < block->event.threads; i++)
        if (block->warp[i / SIMT_WARP].at_barrier >> i % SIMT_WARP & 1) {
            arrived++;
            count += block->lane[i].predicate != 0;
        }
    for (uint32_t i = 0; i < block->event.threads; i++) {
        enum simt_barrier_op op = block->lane[i].barrier_op;
        int result = op == SIMT_BARRIER_COUNT ? count : op == SIMT_BARRIER_AND ? count == arrived : count > 0;
        block->lane[i].request.result = (uint64_t)result;
    }
}

void simt_release_block_barrier(struct simt_block *block) {
    const struct simt_barrier_event event = simt_barrier_event_of(block);
    if (block->barrier_reduces)
        reduce_predicates(block);
    SIMT_TELL(block_barrier, &event);
    block->barriers_differ = block->barrier_reduces = false;
    block->barrier_at = 0;
    for (uint32_t w = 0; w < block->event.warps; w++) {
        struct simt_warp *warp = &block->warp[w];
        warp->ready |= warp->at_barrier;
        warp->at_barrier = 0;
    }
}
