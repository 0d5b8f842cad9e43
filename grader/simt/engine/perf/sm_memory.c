// Requests to memory. Loads from device memory take longer the busier it is, and with random variation.
#include "engine/perf/sm_state.h"

#include <math.h>

/* The cycles over which memory's load is averaged: several latencies. */
enum { WARP = 32 };
static const double WINDOW = 16384, BEFORE = 2048;

static void note_busy(struct simt_machine *s, double at, double cost) {
    const double passed = fmax(0, at - s->memory_seen);
    s->memory_busy = s->memory_busy * exp(-passed / WINDOW) + cost / WINDOW;
    s->memory_seen = fmax(at, s->memory_seen);
}

/** Extrapolated beyond the last point from the last two. */
static double interpolated(const double *values, double busy) {
    int i = 1;
    while (i < SIMT_DRAM_WAITS - 1 && busy > simt_dram_busy[i])
        i++;
    const double low = simt_dram_busy[i - 1], high = simt_dram_busy[i];
    return values[i - 1] + (values[i] - values[i - 1]) * (busy - low) / (high - low);
}

/** Cycles that loads wait now, on average. */
static double mean_wait(const struct simt_machine *s) {
    const double busy = fmin(1, s->memory_busy / (1 - exp(-(s->memory_seen + BEFORE) / WINDOW)));
    const double reads = interpolated(s->costs->dram_wait[0], busy);
    const double copies = interpolated(s->costs->dram_wait[1], busy);
    return reads + s->shape->turns * (copies - reads);
}

/** An exponentially distributed number with mean 1, the same for the same arguments. */
static double exponential(uint32_t block, uint32_t operation, uint32_t piece, uint32_t which) {
    uint64_t z = ((uint64_t)block << 32 | operation) * UINT64_C(0x9e3779b97f4a7c15) +
                 ((uint64_t)piece << 1 | which) * UINT64_C(0xd1b54a32d192ed03);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return -log(((double)(z >> 11) + 1) * 0x1p-53);
}

/** The pieces of memory in a request: neighbouring lines belong to one slice of the L2 cache,
 * and arrive together. @param first receives the number of the first among those of the block */
static uint32_t pieces_of(const struct simt_machine *s, const struct simt_machine_warp *w,
                          const struct simt_warp_operation *o, uint32_t *first) {
    const uint32_t place = (uint32_t)(w - &s->warps[s->slots[w->slot].first]);
    const uint32_t granules = (uint32_t)o->first + o->again;
    const uint32_t lines = granules < o->passes ? granules : o->passes;
    if (o->passes <= o->quads + 1) {
        *first = (uint32_t)(place * o->quads / s->costs->slice_lines);
        return (uint32_t)fmax(1, ceil(o->quads / s->costs->slice_lines));
    }
    *first = place * WARP;
    return lines;
}

/* Waits are about exponentially distributed, at any load. Earlier requests in this multiprocessor's queue
 * are part of the wait. */
static double serve_memory(struct simt_machine *s, const struct simt_machine_warp *w,
                           const struct simt_warp_operation *o, double asked, double at, double cost) {
    const struct simt_multiprocessor *m = s->costs;
    note_busy(s, asked, cost);
    const double through = simt_serve(s, SIMT_PART_DRAM, o->what, at, cost);
    const double wait = mean_wait(s), queued = through - asked, least = m->dram_latency - m->dram_deviation;
    const uint32_t number = s->slots[w->slot].number;
    uint32_t first;
    const uint32_t pieces = pieces_of(s, w, o, &first);
    double longest = 0;
    for (uint32_t i = first; i < first + pieces; i++)
        longest = fmax(longest, m->dram_deviation * exponential(number, w->next, i, 0) +
                                    fmax(queued, wait * exponential(number, w->next, i, 1)));
    return asked + least + longest;
}

static bool is_load(const struct simt_warp_operation *o) {
    return o->kind == SIMT_DOES_LOAD || o->kind == SIMT_DOES_EARLY;
}

/** The warp's requests leave the multiprocessor at that time. */
static void note_drained(struct simt_machine_warp *w, double at) { w->drained = fmax(w->drained, at); }

static void add_load(struct simt_machine_warp *w, struct simt_machine_load load) {
    if (w->info)
        simt_keep_later(&w->loads[w->access % SIMT_BLOCK_LOADS], &load);
    simt_keep_later(&w->latest, &load);
}

static double device_granules(const struct simt_shape *shape, const struct simt_warp_operation *o) {
    return o->first * shape->first_miss + o->again * shape->again_miss;
}

/** Cycles of device memory for a request's granules. Granules changed by an atomic are written back. */
static double memory_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o,
                          double granules) {
    if (o->kind == SIMT_DOES_STORE)
        return m->dram_write_granule * granules;
    return granules * (m->dram_granule + (is_load(o) ? 0 : m->dram_write_granule));
}

/** The block publishes the result of what it waited for. */
static void note_publication(struct simt_machine *s, const struct simt_machine_warp *w,
                             const struct simt_warp_operation *o, double at) {
    struct simt_machine_slot *slot = &s->slots[w->slot];
    if (o->signal != SIMT_PUBLISHES || slot->awaited <= 0 || at < slot->awaited)
        return;
    s->hops += at - slot->awaited;
    s->hop_count++;
    slot->awaited = 0;
}

/** Whether one of a load's sectors comes from device memory: random if only a part of them does. */
static bool misses(struct simt_machine *s, const struct simt_warp_operation *o) {
    const double none = pow(1 - s->shape->first_miss, o->first) * pow(1 - s->shape->again_miss, o->again);
    s->random = s->random * UINT32_C(1664525) + UINT32_C(1013904223);
    return s->random * 0x1p-32 >= none;
}

static double port_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o) {
    return (o->beyond - o->partial) * m->port_store + o->partial * m->port_partial;
}

static double write_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o) {
    return o->passes * m->l2_write_line + (o->beyond - o->partial) * m->l2_write_sector +
           o->partial * m->l2_write_partial;
}

/** A request's time in the path to the L1 cache. A load looks up several lines at once, and reads a word of
 * each bank at once. */
static double path_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o) {
    const double lines =
        is_load(o) ? fmax(o->wavefronts * m->line, o->passes * m->spread_line) : o->passes * m->line;
    return fmax(lines, o->quads * m->quad);
}

/** The L2 cache serves a request: it looks up one line after another, and moves sectors meanwhile.
 */
static double serve_l2(struct simt_machine *s, const struct simt_warp_operation *o, double at) {
    const struct simt_multiprocessor *m = s->costs;
    const double cost = o->kind == SIMT_DOES_STORE ? write_cost(m, o) : o->beyond * m->l2_sector;
    const double lookup = fmin(o->passes, o->beyond) * m->l2_line;
    const double found = simt_serve(s, SIMT_PART_L2_TAGS, o->what, at, lookup);
    if (o->kind == SIMT_DOES_ATOMIC)
        simt_note_busy(s, SIMT_PART_UPDATES, o->what, fmax(cost, lookup));
    return fmax(found, simt_serve(s, SIMT_PART_L2, o->what, at, cost));
}

/** Serves a request. @return the load that a warp that needs its result waits for; empty for a store */
static struct simt_machine_load serve_global(struct simt_machine *s, struct simt_machine_warp *w,
                                             const struct simt_warp_operation *o) {
    const struct simt_multiprocessor *m = s->costs;
    const bool loads = is_load(o), is_store = o->kind == SIMT_DOES_STORE;
    const double granules = device_granules(s->shape, o);
    double at = simt_serve(s, SIMT_PART_SHARED, o->what, w->ready, path_cost(m, o));
    const double asked = at;
    double latency = m->l1_latency;
    if (o->beyond > 0) {
        at = simt_serve(s, SIMT_PART_PORT, o->what, at,
                        is_store ? port_cost(m, o) : o->beyond * m->port_sector);
        note_drained(w, at);
        at = serve_l2(s, o, at);
        latency = m->l2_latency;
    }
    if (granules > 0) {
        const double cost = s->shape->turning_cost * memory_cost(m, o, granules);
        const double there = serve_memory(s, w, o, asked, at, cost);
        at = fmax(at, s->free[SIMT_PART_DRAM]);
        if (loads && misses(s, o))
            latency = there - at;
    }
    if (is_store) {
        note_publication(s, w, o, at);
        w->stored = fmax(w->stored, at + m->l2_latency);
        return (struct simt_machine_load){0};
    }
    if (!loads)
        latency = m->global_atomic_latency;
    if (o->signal == SIMT_AWAITS) {
        latency = m->flag_latency;
        s->slots[w->slot].awaited = at + latency;
    }
    return (struct simt_machine_load){.done = at + latency,
                                      .what = o->what,
                                      .reason = !loads                         ? SIMT_WAIT_ATOMIC
                                                : at - asked > m->dram_latency ? SIMT_WAIT_BANDWIDTH
                                                                               : SIMT_WAIT_MEMORY};
}

void simt_run_global(struct simt_machine *s, struct simt_machine_warp *w,
                     const struct simt_warp_operation *o) {
    const struct simt_machine_load load = serve_global(s, w, o);
    if (o->kind != SIMT_DOES_STORE)
        add_load(w, load);
}

bool simt_run_early(struct simt_machine *s, struct simt_machine_warp *w,
                    const struct simt_warp_operation *o) {
    if (!simt_end_code(s, w))
        return false;
    simt_issue_alone(s, w, 1);
    w->early[w->early_asked++ % SIMT_EARLY_LOADS] = serve_global(s, w, o);
    return true;
}

void simt_take_early(struct simt_machine_warp *w) {
    add_load(w, w->early[w->early_taken++ % SIMT_EARLY_LOADS]);
}

static double atomic_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o) {
    const int class = o->kind - SIMT_DOES_SHARED_ADD;
    return m->atomic[class] + (o->passes > 1 ? o->passes - 1 : 0) * m->atomic_conflict[class] +
           (o->most > 1 ? o->most - 1 : 0) * m->atomic_same[class];
}

/** Serves an atomic. @return when it is done */
static double serve_atomic(struct simt_machine *s, const struct simt_machine_warp *w,
                           const struct simt_warp_operation *o) {
    const double cost = atomic_cost(s->costs, o);
    simt_note_busy(s, SIMT_PART_ATOMICS, o->what, cost);
    return simt_serve(s, SIMT_PART_SHARED, o->what, w->ready, cost);
}

void simt_run_shared(struct simt_machine *s, struct simt_machine_warp *w,
                     const struct simt_warp_operation *o) {
    const struct simt_multiprocessor *m = s->costs;
    struct simt_machine_load load = {.what = o->what, .reason = SIMT_WAIT_SHARED};
    switch (o->kind) {
    case SIMT_DOES_SHARED_STORE:
        note_drained(w, simt_serve(s, SIMT_PART_SHARED, o->what, w->ready, o->passes * m->store_wavefront));
        return;
    case SIMT_DOES_SHARED_LOAD:
        load.done =
            simt_serve(s, SIMT_PART_SHARED, o->what, w->ready, m->wavefront + (o->passes - 1) * m->conflict) +
            m->shared_latency;
        break;
    default:
        load.done = serve_atomic(s, w, o);
        note_drained(w, load.done);
        load.done += m->shared_atomic_latency;
        load.reason = SIMT_WAIT_ATOMIC;
    }
    add_load(w, load);
}

/* Copies that are run as one follow each other, and the warp waits for the last. */
void simt_run_exchange(struct simt_machine *s, struct simt_machine_warp *w,
                       const struct simt_warp_operation *o) {
    const bool is_shuffle = o->kind == SIMT_DOES_SHUFFLE;
    const double at =
        is_shuffle ? simt_serve(s, SIMT_PART_SHARED, o->what, w->ready, s->costs->shuffle) : w->ready;
    const double done = at + (is_shuffle ? s->costs->shuffle_latency : s->costs->vote_latency);
    const double until = o->at > 1 ? at : done;
    simt_note_wait(s, SIMT_WAIT_SHARED, o->what, until - w->ready);
    w->ready = until;
}

void simt_run_fence(struct simt_machine *s, struct simt_machine_warp *w,
                    const struct simt_warp_operation *o) {
    const double done = fmax(w->stored, w->ready + s->costs->l2_latency);
    simt_note_wait(s, SIMT_WAIT_MEMORY, o->what, done - w->ready);
    w->ready = done;
}
