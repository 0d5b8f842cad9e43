// What warps wait for, and parts that serve one request after another.
#include "engine/perf/sm_state.h"

#include <math.h>

/* The record of a code address in a table with open addressing; a new one is taken for it if there is none.
 * Places that no longer fit are left out: there are more of them than a kernel has. */
static struct simt_machine_place *place_of(struct simt_machine *s, uintptr_t what) {
    const size_t slots = (size_t)1 << SIMT_MACHINE_PLACES_LOG2;
    size_t i = (size_t)(what * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SIMT_MACHINE_PLACES_LOG2));
    for (size_t tries = 0; tries < slots; tries++, i = (i + 1) % slots) {
        struct simt_machine_place *place = &s->places[i];
        if (place->what && place->what != what)
            continue;
        place->what = what;
        return place;
    }
    return NULL;
}

void simt_note_wait(struct simt_machine *s, enum simt_wait reason, uintptr_t what, double time) {
    if (time <= 0)
        return;
    s->waits[reason] += time;
    struct simt_machine_place *place = place_of(s, what);
    if (place)
        place->waits[reason] += time;
}

void simt_note_busy(struct simt_machine *s, enum simt_machine_part part, uintptr_t what, double time) {
    s->busy[part] += time;
    struct simt_machine_place *place = place_of(s, what);
    if (place)
        place->busy[part] += time;
}

double simt_serve(struct simt_machine *s, enum simt_machine_part part, uintptr_t what, double at,
                  double cost) {
    const double start = fmax(at, s->free[part]);
    s->free[part] = start + cost;
    simt_note_busy(s, part, what, cost);
    return start + cost;
}

bool simt_warp_awaits(struct simt_machine *s, struct simt_machine_warp *w,
                      const struct simt_machine_load *load) {
    if (load->done <= w->ready)
        return false;
    simt_note_wait(s, load->reason, load->what, load->done - w->ready);
    w->ready = load->done;
    return true;
}

void simt_keep_later(struct simt_machine_load *kept, const struct simt_machine_load *load) {
    if (load->done > kept->done)
        *kept = *load;
}
