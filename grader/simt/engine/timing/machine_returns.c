// How the first cache gives out what was loaded: once it is there, a line at a time. Loads of other warps,
// whose data is there earlier, are not held up: so it was measured (docs/timing-model.md).
#include <math.h>

#include "engine/timing/machine.h"

double simt_serve_return(struct simt_machine *s, double there, double cost) {
    uint64_t number = (uint64_t)(there / SIMT_MACHINE_STRETCH) + 1;
    double done = there + cost;
    while (cost > 0) {
        struct simt_machine_stretch *stretch = &s->returns[number % SIMT_MACHINE_STRETCHES];
        if (stretch->number != number)
            *stretch = (struct simt_machine_stretch){.number = number};
        const double taken = fmin(cost, SIMT_MACHINE_STRETCH - (double)stretch->busy);
        stretch->busy += (float)taken;
        cost -= taken;
        done = fmax(done, (double)(number - 1) * SIMT_MACHINE_STRETCH + (double)stretch->busy);
        number++;
    }
    return done;
}

static uint32_t place_of(uintptr_t what) {
    return (uint32_t)(what * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SIMT_MACHINE_FILLS;
}

double simt_fill_there(const struct simt_machine_warp *w, uintptr_t what, double at) {
    const struct simt_machine_fill *fill = &w->fills[place_of(what)];
    return fill->what == what ? fmax(at, fill->there) : at;
}

void simt_note_fill(struct simt_machine_warp *w, uintptr_t what, double there) {
    w->fills[place_of(what)] = (struct simt_machine_fill){.what = what, .there = there};
}
