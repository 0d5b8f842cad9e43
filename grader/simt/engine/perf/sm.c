// One multiprocessor runs sampled blocks: warps in the order of time, parts that serve one request after
// another, blocks that start and end.
#include "engine/perf/sm_state.h"

#include <math.h>
#include <stdlib.h>

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

static void run_barrier(struct simt_machine *s, struct simt_machine_warp *w,
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

static void start_block(struct simt_machine *s, uint32_t slot_number, double at) {
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
        start_block(s, slot_number, at + s->costs->block_start);
}

static void end_warp(struct simt_machine *s, struct simt_machine_warp *w) {
    struct simt_machine_slot *slot = &s->slots[w->slot];
    w->state = SIMT_WARP_ENDED;
    w->ready = fmax(w->ready, w->drained);
    if (++slot->ended == slot->warps)
        end_block(s, slot, (uint32_t)(slot - s->slots), w->ready);
    else
        release_barrier(s, slot, 0, slot->warps);
}

enum {
    OPERATIONS = 120000, /* simulated at most, about */
    FULL_SETS = 3        /* of resident blocks, after which the rate is taken for steady */
};

/** Whether the request is a further piece of the access before it: a class of odd size has several. */
static bool is_piece(const struct simt_machine_warp *w, const struct simt_warp_operation *o) {
    const uint32_t copies = w->copies > 1 ? w->copies : 1;
    const bool is_first = w->info ? w->next - w->begun <= copies : w->next < copies;
    return !is_first && o[-(int)copies].what == o->what && o[-(int)copies].kind <= SIMT_DOES_SHARED_LOOP &&
           o[-(int)copies].kind != SIMT_DOES_CODE;
}

/** Issues what comes before a request. @return false if the warp has to wait: others come first */
static bool issue_before(struct simt_machine *s, struct simt_machine_warp *w,
                         const struct simt_warp_operation *o) {
    const bool piece = is_piece(w, o);
    if (!piece && simt_segment_waits(s, w))
        return false;
    const double before = w->ready;
    const bool takes_slot = o->kind != SIMT_DOES_NOTHING && o->kind != SIMT_DOES_LOADED;
    if (piece)
        simt_issue_alone(s, w, takes_slot);
    else
        simt_run_segment(s, w, takes_slot, o->at <= 1);
    w->is_issued = true;
    return w->ready <= before;
}

/** A request to memory, with the instructions before it. @return false if the warp has to wait first */
static bool run_request(struct simt_machine *s, struct simt_machine_warp *w,
                        const struct simt_warp_operation *o) {
    if (!w->is_issued && !issue_before(s, w, o))
        return false;
    w->is_issued = false;
    if (o->kind == SIMT_DOES_LOADED)
        simt_take_early(w);
    else if (o->kind >= SIMT_DOES_SHARED_LOAD)
        simt_run_shared(s, w, o);
    else if (o->kind >= SIMT_DOES_LOAD)
        simt_run_global(s, w, o);
    return true;
}

/** Whether an operation of the whole warp or block has to wait for loads. They may be under way at a barrier,
 * and at an exchange that needs none of them: its basic block says so. */
static bool waits_together(struct simt_machine *s, struct simt_machine_warp *w,
                           const struct simt_warp_operation *o, bool is_barrier) {
    if (is_barrier && s->sample->described)
        return false;
    if (w->info && s->sample->described && o->kind != SIMT_DOES_FENCE)
        return simt_segment_waits(s, w);
    return simt_warp_awaits(s, w, &w->latest);
}

/** An operation of the whole warp or block. @return false if the warp has to wait first */
static bool run_together(struct simt_machine *s, struct simt_machine_warp *w,
                         const struct simt_warp_operation *o) {
    const bool is_barrier = o->kind == SIMT_DOES_BARRIER || o->kind == SIMT_DOES_TILE_BARRIER;
    if (waits_together(s, w, o, is_barrier))
        return false;
    if (is_barrier) {
        w->next++;
        run_barrier(s, w, o);
        w->next--;
    } else if (o->kind == SIMT_DOES_FENCE) {
        simt_run_fence(s, w, o);
    } else {
        simt_run_exchange(s, w, o);
    }
    return true;
}

/** Runs the next piece of a warp. */
static void step(struct simt_machine *s, struct simt_machine_warp *w) {
    if (w->next == w->sample->count) {
        if (simt_end_code(s, w))
            end_warp(s, w);
        return;
    }
    const struct simt_warp_operation *o = &w->sample->operations[w->next];
    const bool through = o->kind == SIMT_DOES_CODE          ? simt_run_code(s, w, o)
                         : o->kind == SIMT_DOES_EARLY       ? simt_run_early(s, w, o)
                         : o->kind <= SIMT_DOES_SHARED_LOOP ? run_request(s, w, o)
                                                            : run_together(s, w, o);
    w->next += through;
    s->operations += through;
}

/** The warp whose next operation can begin first. Of those that wait for the same scheduler it is one of the
 * block that started first, as with schedulers that stay with a warp and otherwise take the oldest (Rogers,
 * O'Connor and Aamodt, MICRO 2012). */
static struct simt_machine_warp *earliest(struct simt_machine *s, uint32_t count) {
    struct simt_machine_warp *first = NULL;
    double time = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct simt_machine_warp *w = &s->warps[i];
        if (!w->sample || w->state != SIMT_WARP_RUNS)
            continue;
        const double at = fmax(w->ready, s->issue_free[w->scheduler]);
        const bool is_older = first && s->slots[w->slot].number < s->slots[first->slot].number;
        if (first && (at > time || (at == time && !is_older)))
            continue;
        first = w;
        time = at;
    }
    return first;
}

/** How far the simulation had come when a block ended. */
struct progress {
    double end, operations;
};

static double operations_of_blocks(const struct simt_machine *s) {
    double sum = 0;
    for (uint32_t b = 0; b < s->sample->count; b++)
        for (uint32_t w = 0; w < s->sample->blocks[b].count; w++)
            sum += s->sample->blocks[b].warps[w].count;
    return sum / s->sample->count * s->shape->blocks;
}

/** The time for all blocks, from that of those simulated. Blocks may be unlike each other: what is left is
 * told by operations, not by blocks. */
static double whole_time(const struct simt_machine *s, const struct progress *first) {
    const double left = operations_of_blocks(s) - (double)s->operations;
    if (s->finished >= s->shape->blocks || left <= 0)
        return fmax(s->end,
                    fmax(s->free[SIMT_PART_DRAM], fmax(s->free[SIMT_PART_L2], s->free[SIMT_PART_PORT])));
    if (s->end > first->end && first->end > 0)
        return s->end + left * (s->end - first->end) / ((double)s->operations - first->operations);
    return s->end + left * s->end / (double)s->operations;
}

/** Where each part was busy longest, and where warps waited longest. */
static void find_places(const struct simt_machine *s, struct simt_simulated *r) {
    double busy[SIMT_PARTS] = {0}, waits[SIMT_WAITS] = {0};
    for (int i = 0; i < SIMT_MACHINE_PLACES; i++) {
        const struct simt_machine_place *place = &s->places[i];
        for (int k = 0; k < SIMT_PARTS; k++)
            if (place->busy[k] > busy[k]) {
                busy[k] = place->busy[k];
                r->busy_place[k] = place->what;
            }
        for (int k = 0; k < SIMT_WAITS; k++)
            if (place->waits[k] > waits[k]) {
                waits[k] = place->waits[k];
                r->wait_place[k] = place->what;
            }
    }
}

static struct simt_simulated result(const struct simt_machine *s, double cycles) {
    struct simt_simulated r = {.cycles = cycles};
    r.hop = s->hop_count > 0 ? s->hops / s->hop_count : 0;
    double all = 0;
    for (int i = 0; i < SIMT_PARTS; i++)
        r.busy[i] = s->end > 0 ? s->busy[i] / s->end : 0;
    for (int i = 0; i < SIMT_WAITS; i++)
        all += s->waits[i];
    for (int i = 0; i < SIMT_WAITS; i++)
        r.waits[i] = all > 0 ? s->waits[i] / all : 0;
    find_places(s, &r);
    return r;
}

static struct simt_simulated simulate(const struct simt_sample *sample,
                                      const struct simt_multiprocessor *machine,
                                      const struct simt_shape *shape) {
    struct simt_machine *s = calloc(1, sizeof *s);
    if (!s)
        return (struct simt_simulated){0};
    const uint32_t warps = sample->blocks[0].count;
    uint32_t resident =
        (uint32_t)fmin(fmin(shape->resident, ceil(shape->blocks)), SIMT_MACHINE_WARPS / warps);
    resident = resident ? resident : 1;
    s->sample = sample;
    s->costs = machine;
    s->shape = shape;
    for (uint32_t i = 0; i < resident; i++) {
        s->slots[i] = (struct simt_machine_slot){.warps = warps, .first = i * warps};
        start_block(s, i, 0);
    }
    struct progress first = {0, 0};
    double finished = 0;
    for (struct simt_machine_warp *w; (w = earliest(s, resident * warps));) {
        step(s, w);
        if (s->finished == finished)
            continue;
        finished = s->finished;
        if (first.end == 0 && finished >= resident)
            first = (struct progress){s->end, (double)s->operations};
        if (finished >= FULL_SETS * resident && s->operations > OPERATIONS)
            break;
    }
    const double stretch = s->kept > 0 ? s->all / s->kept : 1;
    const struct simt_simulated r = result(s, stretch * whole_time(s, &first));
    free(s);
    return r;
}

struct simt_simulated simt_simulate(const struct simt_sample *sample,
                                    const struct simt_multiprocessor *machine,
                                    const struct simt_shape *shape) {
    if (sample->count == 0 || shape->blocks <= 0)
        return (struct simt_simulated){0};
    struct simt_sample *together = simt_iterations_together(sample);
    const struct simt_simulated r = simulate(together ? together : sample, machine, shape);
    simt_iterations_free(together, sample);
    return r;
}
