// Instructions of basic blocks.
#include "engine/timing/machine.h"

#include <math.h>
#include <string.h>

/** Issues instructions: the scheduler and the units are busy for as long as that takes, the warp for as long
 * as the longest chain among them. */
static void issue(struct simt_machine *s, struct simt_machine_warp *w,
                  const struct simt_code_segment *segment, double extra) {
    const struct simt_multiprocessor *m = s->costs;
    double count = extra, chain = 0, units = 0;
    for (int u = 0; u < SIMT_UNITS; u++) {
        count += segment->issued[u];
        chain += segment->chain[u] * m->unit_latency[u];
    }
    count *= s->shape->issue;
    chain *= s->shape->issue;
    if (count <= 0)
        return;
    double *free = &s->issue_free[w->scheduler];
    const double start = fmax(w->ready, *free);
    *free = start + count * m->issue;
    simt_note_busy(s, SIMT_PART_ISSUE, w->code, count * m->issue / m->schedulers);
    double through = *free;
    for (int u = 0; u < SIMT_UNITS; u++) {
        const double cost = segment->issued[u] * m->unit_cost[u] * s->shape->issue;
        if (cost <= 0)
            continue;
        double *unit = &s->unit_free[w->scheduler][u];
        *unit = fmax(*unit, start) + cost;
        units = fmax(units, cost);
        through = fmax(through, *unit);
    }
    simt_note_busy(s, SIMT_PART_UNITS, w->code, units / m->schedulers);
    const double result = start + chain;
    simt_note_wait(s, SIMT_WAIT_ISSUE, w->code, through - w->ready);
    if (result > through)
        simt_note_wait(s, SIMT_WAIT_ARITHMETIC, w->code, result - through);
    w->ready = fmax(through, result);
}

/** Whether the access waits with what it needs until the end: where iterations are run at once, the loads of
 * all of them come before the stores. */
static bool is_put_off(const struct simt_warp_operation *o) {
    return o && (o->kind == SIMT_DOES_SHARED_STORE || o->kind == SIMT_DOES_STORE);
}

/** True for a block of a loop that only counts: its iterations are those of another block. */
static bool is_control_block(const struct simt_code_info *info) {
    return info->unroll > 1 && info->accesses == 0;
}

/** How often the basic block that begins runs, one after another. */
static uint32_t count_iterations(const struct simt_machine_warp *w, const struct simt_code_info *block) {
    uint32_t count = 1;
    for (uint32_t i = w->next + 1; i < w->sample->count; i++) {
        const struct simt_warp_operation *o = &w->sample->operations[i];
        const struct simt_code_info *info = o->kind == SIMT_DOES_CODE ? (const void *)o->what : NULL;
        if (info && info != block && !is_control_block(info))
            break;
        count += info == block;
    }
    return count;
}

/** Whether the iteration is the last of those that are run at once. Of what is left over at the end, a half
 * and a quarter of as many are run at once if those are 4 or more, and the others one by one. */
static bool ends_together(const struct simt_machine_warp *w) {
    enum { LEAST_TOGETHER = 4 };
    const uint32_t unroll = w->info->unroll, full = w->iterations - w->iterations % unroll;
    if (w->iteration <= full)
        return w->iteration % unroll == 0;
    uint32_t place = w->iteration - full, left = w->iterations - full;
    for (uint32_t together = unroll / 2; together >= LEAST_TOGETHER; together /= 2) {
        if (left < together)
            continue;
        if (place <= together)
            return place == together;
        place -= together;
        left -= together;
    }
    return true;
}

/** Of the loads that the segment needs, the one that is there last; NULL: it needs none of its block. */
static const struct simt_machine_load *last_needed(const struct simt_machine_warp *w,
                                                   const struct simt_code_segment *segment) {
    const struct simt_machine_load *last = NULL;
    for (uint32_t left = segment->loads; left; left &= left - 1) {
        const struct simt_machine_load *load = &w->loads[__builtin_ctz(left)];
        if (!last || load->done > last->done)
            last = load;
    }
    return last;
}

/* A loop that is run several iterations at once waits behind the last of them. */
bool simt_segment_waits(struct simt_machine *s, struct simt_machine_warp *w,
                        const struct simt_warp_operation *o) {
    if (!w->info || w->segment > w->info->accesses)
        return false;
    const struct simt_code_segment *segment = &w->info->segment[w->segment];
    if (segment->earlier && simt_warp_awaits(s, w, &w->earlier))
        return true;
    const struct simt_machine_load *load = last_needed(w, segment);
    if (!load)
        return false;
    if (w->info->unroll <= 1 || (w->segment < w->info->accesses && !is_put_off(o)))
        return simt_warp_awaits(s, w, load);
    return ends_together(w) && simt_warp_awaits(s, w, &w->latest);
}

void simt_issue_alone(struct simt_machine *s, struct simt_machine_warp *w, double count) {
    static const struct simt_code_segment nothing;
    issue(s, w, &nothing, count);
}

void simt_run_segment(struct simt_machine *s, struct simt_machine_warp *w, double extra) {
    if (w->info && w->segment <= w->info->accesses)
        issue(s, w, &w->info->segment[w->segment++], extra);
    else if (w->info)
        simt_issue_alone(s, w, extra);
}

static void begin_code(struct simt_machine_warp *w, const struct simt_code_info *next) {
    const bool is_control = is_control_block(next);
    if (!is_control && (next != w->repeated || next->unroll <= 1)) {
        simt_keep_later(&w->earlier, &w->latest);
        w->latest = (struct simt_machine_load){0};
        w->iteration = 0;
        w->iterations = next->unroll > 1 ? count_iterations(w, next) : 1;
    }
    w->info = next;
    w->segment = 0;
    if (!is_control) {
        w->repeated = next;
        w->iteration++;
    }
    memset(w->loads, 0, sizeof w->loads);
}

/* Accesses that a predicate guards pass through the path to memory for nothing if no lane does them. */
static void pass_guarded(struct simt_machine *s, struct simt_machine_warp *w) {
    const struct simt_warp_operation *next =
        w->next < w->sample->count ? &w->sample->operations[w->next] : NULL;
    const struct simt_code_info *follows =
        next && next->kind == SIMT_DOES_CODE ? (const void *)next->what : NULL;
    double left = w->info->guarded_accesses;
    if (follows && follows->guarded)
        left -= follows->accesses;
    if (left > 0)
        simt_serve(s, SIMT_PART_SHARED, (uintptr_t)w->info, w->ready, left * s->costs->wavefront);
}

bool simt_end_code(struct simt_machine *s, struct simt_machine_warp *w) {
    if (!w->info || w->segment > w->info->accesses)
        return true;
    if (simt_segment_waits(s, w, NULL))
        return false;
    simt_run_segment(s, w, 0);
    pass_guarded(s, w);
    return false;
}

bool simt_run_code(struct simt_machine *s, struct simt_machine_warp *w, const struct simt_warp_operation *o) {
    if (!s->sample->described) {
        const struct simt_code_segment all = {.issued = {[SIMT_UNIT_ALU] = (uint32_t)o->what},
                                              .chain = {[SIMT_UNIT_ALU] = (uint32_t)o->what}};
        if (simt_warp_awaits(s, w, &w->latest))
            return false;
        issue(s, w, &all, 0);
    } else if (!simt_end_code(s, w)) {
        return false;
    } else {
        begin_code(w, (const void *)o->what);
        w->code = o->what + (uintptr_t)(intptr_t)o->at;
    }
    return true;
}
