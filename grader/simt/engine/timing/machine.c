// What warps wait for, and parts that serve one request after another.
#include "engine/timing/machine.h"

#include <math.h>

#include "engine/model/places.h"

/* Places that no longer fit are left out: there are more of them than a kernel has. */
static struct simt_machine_place *place_of(struct simt_machine *s, uintptr_t what) {
    return simt_place_of(s->places, sizeof *s->places, SIMT_MACHINE_PLACES_LOG2, what);
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
