// Blocks start and end, and their warps meet at barriers.
#include "engine/perf/sm_state.h"

#include <math.h>

/** The barrier that the warp has come to. */
static const struct simt_warp_operation *barrier_of(const struct simt_machine_warp *w) {
    return &w->sample->operations[w->next - 1];
}

/** Lets those go on that wait for the same warps, if all of them have come. */
static void release_barrier(struct simt_machine *s, struct simt_machine_slot *slot, uint32_t first,
                            uint32_t end) {
    const struct simt_machine_warp *last = NULL;
    for (uint32_t i = first; i < end; i++) {
        const struct simt_machine_warp *w = &s->warps[slot->first + i];
        if (w->state == SIMT_WARP_RUNS)
            return;
        if (w->state == SIMT_WARP_AT_BARRIER && (!last || w->ready > last->ready))
            last = w;
    }
    if (!last)
        return;
    const double free = last->ready + s->costs->barrier_latency;
    simt_serve(s, SIMT_PART_SHARED, barrier_of(last)->what, last->ready, s->costs->barrier_path);
    for (uint32_t i = first; i < end; i++) {
        struct simt_machine_warp *w = &s->warps[slot->first + i];
        if (w->state != SIMT_WARP_AT_BARRIER)
            continue;
        simt_note_wait(s, SIMT_WAIT_BARRIER, barrier_of(w)->what, free - w->ready);
        w->ready = free;
        w->state = SIMT_WARP_RUNS;
    }
}

void simt_run_barrier(struct simt_machine *s, struct simt_machine_warp *w,
                      const struct simt_warp_operation *o) {
    if (s->costs->free_barriers)
        return;
    struct simt_machine_slot *slot = &s->slots[w->slot];
    const uint32_t place = (uint32_t)(w - &s->warps[slot->first]);
    const uint32_t tile = o->kind == SIMT_DOES_TILE_BARRIER ? o->passes : slot->warps;
    const uint32_t first = tile ? place / tile * tile : 0;
    w->state = SIMT_WARP_AT_BARRIER;
    w->ready = simt_serve(s, SIMT_PART_BARRIER, o->what, w->ready, s->costs->barrier_arrival);
    release_barrier(s, slot, first, first + tile < slot->warps ? first + tile : slot->warps);
}

void simt_start_block(struct simt_machine *s, uint32_t slot_number, double at) {
    struct simt_machine_slot *slot = &s->slots[slot_number];
    const struct simt_block_sample *block = &s->sample->blocks[(uint64_t)s->started % s->sample->count];
    const double start = fmax(at, s->next_start);
    double all = 0, kept = 0;
    s->next_start = start + s->costs->block_period;
    s->busy[SIMT_PART_STARTS] += s->costs->block_period;
    slot->number = (uint32_t)s->started++;
    slot->ended = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        struct simt_machine_warp *w = &s->warps[slot->first + i];
        *w = (struct simt_machine_warp){.sample = &block->warps[i],
                                        .scheduler = (slot->first + i) % s->costs->schedulers,
                                        .slot = slot_number,
                                        .ready = start};
        all = fmax(all, (double)block->warps[i].all);
        kept = fmax(kept, block->warps[i].count);
    }
    slot->awaited = 0;
    slot->all = all;
    slot->kept = kept;
}

static void end_block(struct simt_machine *s, struct simt_machine_slot *slot, uint32_t slot_number,
                      double at) {
    s->finished++;
    s->all += slot->all;
    s->kept += slot->kept;
    s->end = fmax(s->end, at);
    if (s->started < s->shape->blocks)
        simt_start_block(s, slot_number, at + s->costs->block_start);
}

void simt_end_warp(struct simt_machine *s, struct simt_machine_warp *w) {
    struct simt_machine_slot *slot = &s->slots[w->slot];
    w->state = SIMT_WARP_ENDED;
    w->ready = fmax(w->ready, w->drained);
    if (++slot->ended == slot->warps)
        end_block(s, slot, (uint32_t)(slot - s->slots), w->ready);
    else
        release_barrier(s, slot, 0, slot->warps);
}
