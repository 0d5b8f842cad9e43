// Instructions of basic blocks.
#include "engine/perf/sm_state.h"

#include <math.h>
#include <string.h>

/** A unit executes its part of a segment. @param longest of the units @param through when all have it */
static void serve_unit(double *free, double start, double cost, double *longest, double *through) {
    if (cost <= 0)
        return;
    *free = fmax(*free, start) + cost;
    *longest = fmax(*longest, cost);
    *through = fmax(*through, *free);
}

/** Cycles until the function unit's next instruction is issued, as in a queue: others come
 * before it, the more the busier the scheduler is. */
static double wait_for_issue(const struct simt_machine *s, uint32_t scheduler) {
    static const double most = 0.95;
    const double until = s->issue_free[scheduler];
    const double used = until > 0 ? fmin(most, s->issue_busy[scheduler] / until) : 0;
    return used / (1 - used);
}

/** Issues a segment's instructions so many times: the scheduler and the units are busy for as long as that
 * takes, the warp for as long as the longest chain among them. Predicated instructions may have been issued
 * with the preceding block: then only the chain remains. */
static void issue(struct simt_machine *s, struct simt_machine_warp *w,
                  const struct simt_code_segment *segment, double extra, double times) {
    const struct simt_multiprocessor *m = s->costs;
    double count = extra, chain = 0, units = 0;
    for (int u = 0; u < SIMT_UNITS; u++) {
        count += segment->issued[u];
        chain += segment->chain[u] * m->unit_latency[u];
    }
    count *= times;
    chain *= times;
    if (count <= 0) {
        simt_note_wait(s, SIMT_WAIT_ARITHMETIC, w->code, chain);
        w->ready += chain;
        return;
    }
    double *free = &s->issue_free[w->scheduler];
    const double start = fmax(w->ready, *free);
    *free = start + count * m->issue;
    simt_note_busy(s, SIMT_PART_ISSUE, w->code, count * m->issue / m->schedulers);
    double through = *free;
    s->issue_busy[w->scheduler] += count * m->issue;
    for (int u = 0; u < SIMT_UNITS; u++) {
        const double wait = u == SIMT_UNIT_SPECIAL ? wait_for_issue(s, w->scheduler) : 0;
        serve_unit(&s->unit_free[w->scheduler][u], start,
                   segment->issued[u] * (m->unit_cost[u] + wait) * times, &units, &through);
    }
    simt_note_busy(s, SIMT_PART_UNITS, w->code, units / m->schedulers);
    const double result = start + chain;
    simt_note_wait(s, SIMT_WAIT_ISSUE, w->code, through - w->ready);
    if (result > through)
        simt_note_wait(s, SIMT_WAIT_ARITHMETIC, w->code, result - through);
    w->ready = fmax(through, result);
}

/** The last to arrive of the loads that the segment needs; NULL: it needs none of its block. */
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

bool simt_segment_waits(struct simt_machine *s, struct simt_machine_warp *w) {
    if (!w->info || w->segment > w->info->accesses)
        return false;
    const struct simt_code_segment *segment = &w->info->segment[w->segment];
    if (segment->earlier && simt_warp_awaits(s, w, &w->earlier))
        return true;
    const struct simt_machine_load *load = last_needed(w, segment);
    return load && simt_warp_awaits(s, w, load);
}

void simt_issue_alone(struct simt_machine *s, struct simt_machine_warp *w, double count) {
    static const struct simt_code_segment nothing;
    issue(s, w, &nothing, count, 1);
}

void simt_run_segment(struct simt_machine *s, struct simt_machine_warp *w, double extra, bool is_last) {
    w->access = w->segment;
    if (!w->info)
        return;
    if (w->segment > w->info->accesses) {
        simt_issue_alone(s, w, extra);
        return;
    }
    const struct simt_code_segment *segment = &w->info->segment[w->segment];
    issue(s, w, segment, extra, 1);
    w->segment += is_last;
}

static void begin_code(struct simt_machine_warp *w, const struct simt_warp_operation *o) {
    simt_keep_later(&w->earlier, &w->latest);
    w->latest = (struct simt_machine_load){0};
    w->info = (const void *)o->what;
    w->code = o->what + (uintptr_t)(intptr_t)o->at;
    w->begun = w->next;
    w->copies = w->copies_left = o->passes;
    w->guarded_done = o->beyond;
    w->segment = 0;
    memset(w->loads, 0, sizeof w->loads);
}

/** The part of this block's guarded instructions that its warp skipped: of several copies, more than 1. */
static double skipped_part(const struct simt_machine_warp *w) {
    const double all = (double)w->info->guarded_accesses * (w->copies > 0 ? w->copies : 1);
    const struct simt_warp_operation *o = w->sample->operations;
    const double done =
        w->copies > 0 ? w->guarded_done : simt_accesses_guarded(o + w->next, o + w->sample->count);
    return all > done ? (all - done) / w->info->guarded_accesses : 0;
}

static double pass_in_vain(struct simt_machine *s, struct simt_machine_warp *w, double requests) {
    return simt_serve(s, SIMT_PART_SHARED, w->code, w->ready, requests * s->costs->wavefront);
}

/* Instructions predicated off in all lanes are issued all the same, and their accesses use the path to
 * memory. Instructions that need their results wait as long as for a load of shared memory.
 * @return true if that is done: others come first meanwhile */
static bool skip_guarded(struct simt_machine *s, struct simt_machine_warp *w) {
    const enum simt_skipping at = w->skipping;
    const double part = at == SIMT_SKIPS_NOTHING ? 0 : skipped_part(w);
    w->skipping = SIMT_SKIPS_NOTHING;
    if (part <= 0)
        return true;
    if (at == SIMT_SKIPS_STORES) {
        pass_in_vain(s, w, part * (w->info->guarded_accesses - w->info->guarded_loads));
        return true;
    }
    w->skipping = SIMT_SKIPS_STORES;
    struct simt_machine_load last = {.what = w->code, .reason = SIMT_WAIT_SHARED};
    if (w->info->guarded_loads > 0)
        last.done = pass_in_vain(s, w, part * w->info->guarded_loads) + s->costs->shared_latency;
    issue(s, w, &w->info->skipped, 0, part);
    simt_warp_awaits(s, w, &last);
    return false;
}

bool simt_end_code(struct simt_machine *s, struct simt_machine_warp *w) {
    if (!w->info)
        return true;
    if (w->segment > w->info->accesses)
        return skip_guarded(s, w);
    if (simt_segment_waits(s, w))
        return false;
    if (w->copies_left > 1) {
        w->copies_left--;
        simt_run_segment(s, w, 0, false);
        return false;
    }
    simt_run_segment(s, w, 0, true);
    w->skipping = w->info->guarded_accesses > 0 ? SIMT_SKIPS_LOADS : SIMT_SKIPS_NOTHING;
    return false;
}

bool simt_run_code(struct simt_machine *s, struct simt_machine_warp *w, const struct simt_warp_operation *o) {
    if (!s->sample->described) {
        const struct simt_code_segment all = {.issued = {[SIMT_UNIT_ALU] = (uint32_t)o->what},
                                              .chain = {[SIMT_UNIT_ALU] = (uint32_t)o->what}};
        if (simt_warp_awaits(s, w, &w->latest))
            return false;
        issue(s, w, &all, 0, 1);
    } else if (!simt_end_code(s, w)) {
        return false;
    } else {
        begin_code(w, o);
    }
    return true;
}
