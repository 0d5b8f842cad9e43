// What most of the time is spent on.
#include "engine/predict/spent.h"

#include "engine/report/lines.h"

void simt_spent_add(struct simt_spent *spent, size_t kernel, const struct simt_launch_time *time) {
    struct simt_spent_on *on = &spent->kernels[time->bounded.bound];
    on->us += time->us;
    on->bound_us += time->us * time->bounded.share;
    if (time->us <= on->longest_us)
        return;
    on->longest_us = time->us;
    on->longest = kernel;
    on->place = time->bounded.place;
}

static enum simt_bound most_of_kernels(const struct simt_spent *spent) {
    enum simt_bound most = SIMT_BOUND_NONE;
    for (int i = 0; i < SIMT_BOUNDS; i++)
        if (spent->kernels[i].us > spent->kernels[most].us)
            most = (enum simt_bound)i;
    return most;
}

static void name_place(uintptr_t place, struct simt_prediction *out) {
    struct simt_line line;
    if (place && simt_line_of(place, &line)) {
        out->file = line.file;
        out->line = line.line;
    }
}

enum simt_bound simt_spent_most(const struct simt_spent *spent, const struct simt_timeline *line,
                                struct simt_prediction *out) {
    const struct {
        const char *name;
        double us;
    } others[] = {{"launch", line->launches}, {"copies", line->copies}, {"host", line->host_own}};
    const enum simt_bound bound = most_of_kernels(spent);
    const struct simt_spent_on *on = &spent->kernels[bound];
    double most = on->us;
    out->bound = simt_bound_name(bound);
    out->share = on->bound_us / out->us;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].us > most) {
            most = others[i].us;
            out->bound = others[i].name;
            out->share = most / out->us;
        }
    if (most > on->us)
        return SIMT_BOUND_NONE;
    name_place(on->place, out);
    return bound;
}
