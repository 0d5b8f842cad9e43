// One multiprocessor runs sampled blocks: warps in the order of time, parts that serve one request after
// another.
#include "engine/timing/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_WARPS = 64,     /* resident */
    MOST_LOADS = 32,     /* of one basic block, each with a place of its own */
    OPERATIONS = 120000, /* simulated at most, about */
    FULL_SETS = 3,       /* of resident blocks, after which the rate is taken for steady */
    PLACES = 256,        /* of the code, in which waiting is told apart */
    LONGEST_PIECE = 8    /* instructions that a scheduler issues for one warp before others have a turn */
};

/** A load under way. */
struct load {
    double done;
    uintptr_t what;
    enum simt_wait reason;
};

/** A resident warp. */
struct warp {
    const struct simt_warp_sample *sample;
    const struct simt_code_info *info; /* of the block it is in */
    uint32_t next;                     /* operation */
    uint32_t segment;                  /* of the block, that comes next */
    uint32_t iteration;                /* of a loop that is run several at once */
    uint32_t scheduler, slot;
    double ready;
    double stored;                 /* its last store has come to the second-level cache */
    struct load loads[MOST_LOADS]; /* of the block, by their number among its accesses */
    struct load earlier, latest;   /* the last to come of earlier blocks, and of this one */
    enum { RUNS, AT_BARRIER, ENDED } state;
    uint32_t tile; /* of a barrier that it waits at: warps of it; 0: the whole block */
};

/** A place for a resident block. */
struct slot {
    uint32_t warps, ended, first; /* first: of its warps */
    double awaited;               /* when it has what another block published; 0: not yet */
    double all, kept;             /* operations of its longest warp, and those that were kept */
};

struct machine_state {
    const struct simt_sample *sample;
    const struct simt_multiprocessor *m;
    const struct simt_shape *shape;
    double issue_free[8], unit_free[8][SIMT_UNITS];
    double free[SIMT_PARTS], busy[SIMT_PARTS];
    struct warp warps[MOST_WARPS];
    struct slot slots[MOST_WARPS];
    uint32_t slot_count;
    double next_start;        /* of a block, at the earliest */
    double started, finished; /* blocks */
    double end;               /* of the last block that has ended */
    double all, kept;         /* operations of the blocks that have ended, of their longest warps */
    double waits[SIMT_WAITS];
    struct {
        uintptr_t what;
        double time;
    } places[PLACES];
    double hops, hop_count;
    uint32_t random;
    uint64_t operations;
};

static void note_wait(struct machine_state *s, enum simt_wait reason, uintptr_t what, double time) {
    if (time <= 0)
        return;
    s->waits[reason] += time;
    unsigned i = (unsigned)(what * UINT64_C(0x9e3779b97f4a7c15) >> 56) % PLACES;
    for (unsigned tries = 0; tries < PLACES; tries++, i = (i + 1) % PLACES) {
        if (s->places[i].what && s->places[i].what != what)
            continue;
        s->places[i].what = what;
        s->places[i].time += time;
        return;
    }
}

/** Serves a request of a part that comes at @p at. @return when it is through */
static double serve(struct machine_state *s, enum simt_part part, double at, double cost) {
    const double start = fmax(at, s->free[part]);
    s->free[part] = start + cost;
    s->busy[part] += cost;
    return start + cost;
}

/** The warp needs what a load brings. @return true if it is not there yet: others come first */
static bool awaits(struct machine_state *s, struct warp *w, const struct load *load) {
    if (load->done <= w->ready)
        return false;
    note_wait(s, load->reason, load->what, load->done - w->ready);
    w->ready = load->done;
    return true;
}

/** Issues instructions: the scheduler and the units are busy for as long as that takes, the warp for as long
 * as the longest chain among them. */
static void issue(struct machine_state *s, struct warp *w, const struct simt_code_segment *segment,
                  double extra) {
    const struct simt_multiprocessor *m = s->m;
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
    s->busy[SIMT_PART_ISSUE] += count * m->issue / m->schedulers;
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
    s->busy[SIMT_PART_UNITS] += units / m->schedulers;
    const double result = start + chain;
    note_wait(s, SIMT_WAIT_ISSUE, (uintptr_t)w->info, through - w->ready);
    if (result > through)
        note_wait(s, SIMT_WAIT_ARITHMETIC, (uintptr_t)w->info, result - through);
    w->ready = fmax(through, result);
}

/** Whether the next segment of the warp's block has to wait for a load. A loop that is run several
 * iterations at once waits behind the last of them. */
static bool segment_waits(struct machine_state *s, struct warp *w) {
    if (!w->info || w->segment > w->info->accesses)
        return false;
    const struct simt_code_segment *segment = &w->info->segment[w->segment];
    if (segment->earlier && awaits(s, w, &w->earlier))
        return true;
    if (!segment->after)
        return false;
    if (w->segment < w->info->accesses || w->info->unroll <= 1)
        return awaits(s, w, &w->loads[(segment->after - 1) % MOST_LOADS]);
    return w->iteration % w->info->unroll == 0 && awaits(s, w, &w->latest);
}

static void run_segment(struct machine_state *s, struct warp *w, double extra) {
    static const struct simt_code_segment nothing;
    if (w->info)
        issue(s, w, w->segment <= w->info->accesses ? &w->info->segment[w->segment++] : &nothing, extra);
}

static void keep_later(struct load *kept, const struct load *load) {
    if (load->done > kept->done)
        *kept = *load;
}

static void begin_code(struct machine_state *s, struct warp *w, const struct simt_code_info *next) {
    (void)s;
    if (next != w->info || next->unroll <= 1) {
        keep_later(&w->earlier, &w->latest);
        w->latest = (struct load){0};
        w->iteration = 0;
    }
    w->info = next;
    w->segment = 0;
    w->iteration++;
    memset(w->loads, 0, sizeof w->loads);
}

/** Runs what is left of the basic block that the warp is in. @return false if there is more, later */
static bool end_code(struct machine_state *s, struct warp *w) {
    if (!w->info || w->segment > w->info->accesses)
        return true;
    if (!segment_waits(s, w))
        run_segment(s, w, 0);
    return false;
}

/** Ends the basic block that the warp is in, and begins the next. @return false if there is more, later */
static bool run_code(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    if (!s->sample->described) {
        const struct simt_code_segment all = {.issued = {[SIMT_UNIT_ALU] = (uint16_t)o->what},
                                              .chain = {[SIMT_UNIT_ALU] = (uint16_t)o->what}};
        if (awaits(s, w, &w->latest))
            return false;
        issue(s, w, &all, 0);
    } else if (!end_code(s, w)) {
        return false;
    } else {
        begin_code(s, w, (const void *)o->what);
    }
    return true;
}

static void add_load(struct warp *w, struct load load) {
    if (w->info && w->segment > 0)
        w->loads[(w->segment - 1) % MOST_LOADS] = load;
    keep_later(&w->latest, &load);
}

static double device_granules(const struct machine_state *s, const struct simt_warp_operation *o) {
    return o->first * s->shape->first_miss + o->again * s->shape->again_miss;
}

/** The block publishes what it has made of what it waited for. */
static void note_publication(struct machine_state *s, const struct warp *w,
                             const struct simt_warp_operation *o, double at) {
    struct slot *slot = &s->slots[w->slot];
    if (o->signal != SIMT_PUBLISHES || slot->awaited <= 0 || at < slot->awaited)
        return;
    s->hops += at - slot->awaited;
    s->hop_count++;
    slot->awaited = 0;
}

/** Whether one of a load's sectors comes from device memory: by chance where only a part of them does. */
static bool misses(struct machine_state *s, const struct simt_warp_operation *o) {
    const double none = pow(1 - s->shape->first_miss, o->first) * pow(1 - s->shape->again_miss, o->again);
    s->random = s->random * UINT32_C(1664525) + UINT32_C(1013904223);
    return s->random * 0x1p-32 >= none;
}

/** A request to global memory: the first cache, and for what is not there the caches and memory behind it. */
static void run_global(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    const struct simt_multiprocessor *m = s->m;
    const bool is_load = o->kind == SIMT_DOES_LOAD, is_store = o->kind == SIMT_DOES_STORE;
    const double granules = device_granules(s, o);
    double at = serve(s, SIMT_PART_SHARED, w->ready, fmax(o->passes * m->line, o->quads * m->quad));
    const double asked = at;
    double latency = m->l1_latency;
    if (o->beyond > 0) {
        at = serve(s, SIMT_PART_PORT, at, o->beyond * (is_store ? m->port_store : m->port_sector));
        at = serve(s, SIMT_PART_L2, at, o->beyond * (is_store ? m->l2_write_sector : m->l2_sector));
        latency = m->l2_latency;
    }
    if (granules > 0) {
        at = serve(s, SIMT_PART_DRAM, at,
                   granules * s->shape->turning_cost *
                       (is_store ? m->dram_write_granule * s->shape->write_cost : m->dram_granule));
        if (is_load && misses(s, o))
            latency = m->dram_latency;
    }
    if (is_store) {
        note_publication(s, w, o, at);
        w->stored = fmax(w->stored, at + m->l2_latency);
        return;
    }
    if (!is_load)
        latency = m->global_atomic_latency;
    if (o->signal == SIMT_AWAITS) {
        latency = m->flag_latency;
        s->slots[w->slot].awaited = at + latency;
    }
    add_load(w, (struct load){.done = at + latency,
                              .what = o->what,
                              .reason = !is_load               ? SIMT_WAIT_ATOMIC
                                        : at - asked > latency ? SIMT_WAIT_BANDWIDTH
                                                               : SIMT_WAIT_MEMORY});
}

static double atomic_cost(const struct simt_multiprocessor *m, const struct simt_warp_operation *o) {
    const int class = o->kind - SIMT_DOES_SHARED_ADD;
    return m->atomic[class] + (o->passes > 1 ? o->passes - 1 : 0) * m->atomic_conflict[class] +
           (o->most > 1 ? o->most - 1 : 0) * m->atomic_same[class];
}

static void run_shared(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    const struct simt_multiprocessor *m = s->m;
    double cost, latency = m->shared_latency;
    switch (o->kind) {
    case SIMT_DOES_SHARED_LOAD:
        cost = m->wavefront + (o->passes - 1) * m->conflict;
        break;
    case SIMT_DOES_SHARED_STORE:
        cost = o->passes * m->store_wavefront;
        break;
    default:
        cost = atomic_cost(m, o);
        latency = m->shared_atomic_latency;
    }
    const double at = serve(s, SIMT_PART_SHARED, w->ready, cost);
    if (o->kind != SIMT_DOES_SHARED_STORE)
        add_load(w, (struct load){.done = at + latency,
                                  .what = o->what,
                                  .reason = o->kind == SIMT_DOES_SHARED_LOAD ? SIMT_WAIT_SHARED
                                                                             : SIMT_WAIT_ATOMIC});
}

static void run_exchange(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    const bool is_shuffle = o->kind == SIMT_DOES_SHUFFLE;
    const double at = is_shuffle ? serve(s, SIMT_PART_SHARED, w->ready, s->m->shuffle) : w->ready;
    const double done = at + (is_shuffle ? s->m->shuffle_latency : s->m->vote_latency);
    note_wait(s, SIMT_WAIT_SHARED, o->what, done - w->ready);
    w->ready = done;
}

/** The warp waits until what it stored has come to where others see it. */
static void run_fence(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    const double done = fmax(w->stored, w->ready + s->m->l2_latency);
    note_wait(s, SIMT_WAIT_MEMORY, o->what, done - w->ready);
    w->ready = done;
}

/** Lets those go on that wait for the same warps, if all of them have come. */
static void release_barrier(struct machine_state *s, struct slot *slot, uint32_t first, uint32_t end) {
    double last = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct warp *w = &s->warps[slot->first + i];
        if (w->state == RUNS)
            return;
        if (w->state == AT_BARRIER)
            last = fmax(last, w->ready);
    }
    for (uint32_t i = first; i < end; i++) {
        struct warp *w = &s->warps[slot->first + i];
        if (w->state != AT_BARRIER)
            continue;
        const double free = last + s->m->barrier_latency;
        note_wait(s, SIMT_WAIT_BARRIER, w->sample->operations[w->next - 1].what, free - w->ready);
        w->ready = free;
        w->state = RUNS;
    }
}

static void run_barrier(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    struct slot *slot = &s->slots[w->slot];
    const uint32_t place = (uint32_t)(w - &s->warps[slot->first]);
    const uint32_t tile = o->kind == SIMT_DOES_TILE_BARRIER ? (uint32_t)o->what : slot->warps;
    const uint32_t first = tile ? place / tile * tile : 0;
    w->state = AT_BARRIER;
    release_barrier(s, slot, first, first + tile < slot->warps ? first + tile : slot->warps);
}

/** The next sampled block starts in a place. */
static void start_block(struct machine_state *s, uint32_t slot_number, double at) {
    struct slot *slot = &s->slots[slot_number];
    const struct simt_block_sample *block = &s->sample->blocks[(uint64_t)s->started % s->sample->count];
    const double start = fmax(at, s->next_start);
    double all = 0, kept = 0;
    s->next_start = start + s->m->block_period;
    s->started++;
    slot->ended = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        struct warp *w = &s->warps[slot->first + i];
        *w = (struct warp){.sample = &block->warps[i],
                           .scheduler = (slot->first + i) % s->m->schedulers,
                           .slot = slot_number,
                           .ready = start};
        all = fmax(all, (double)block->warps[i].all);
        kept = fmax(kept, block->warps[i].count);
    }
    slot->awaited = 0;
    slot->all = all;
    slot->kept = kept;
}

static void end_block(struct machine_state *s, struct slot *slot, uint32_t slot_number, double at) {
    s->finished++;
    s->all += slot->all;
    s->kept += slot->kept;
    s->end = fmax(s->end, at);
    if (s->started < s->shape->blocks)
        start_block(s, slot_number, at + s->m->block_start);
}

static void end_warp(struct machine_state *s, struct warp *w) {
    struct slot *slot = &s->slots[w->slot];
    w->state = ENDED;
    if (++slot->ended == slot->warps)
        end_block(s, slot, (uint32_t)(slot - s->slots), w->ready);
    else
        release_barrier(s, slot, 0, slot->warps);
}

/** A request to memory, with the instructions before it. @return false if the warp has to wait first */
static bool run_request(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    if (segment_waits(s, w))
        return false;
    run_segment(s, w, o->kind != SIMT_DOES_NOTHING && !(w->info && w->info->guarded));
    if (o->kind == SIMT_DOES_NOTHING)
        return true;
    if (o->kind <= SIMT_DOES_ATOMIC)
        run_global(s, w, o);
    else
        run_shared(s, w, o);
    return true;
}

/** An operation of the whole warp or block. @return false if the warp has to wait first */
static bool run_together(struct machine_state *s, struct warp *w, const struct simt_warp_operation *o) {
    if (awaits(s, w, &w->latest))
        return false;
    if (o->kind == SIMT_DOES_BARRIER || o->kind == SIMT_DOES_TILE_BARRIER) {
        w->next++;
        run_barrier(s, w, o);
        w->next--;
    } else if (o->kind == SIMT_DOES_FENCE) {
        run_fence(s, w, o);
    } else {
        run_exchange(s, w, o);
    }
    return true;
}

/** Runs the next piece of a warp. */
static void step(struct machine_state *s, struct warp *w) {
    if (w->next == w->sample->count) {
        if (end_code(s, w))
            end_warp(s, w);
        return;
    }
    const struct simt_warp_operation *o = &w->sample->operations[w->next];
    const bool through = o->kind == SIMT_DOES_CODE          ? run_code(s, w, o)
                         : o->kind <= SIMT_DOES_SHARED_LOOP ? run_request(s, w, o)
                                                            : run_together(s, w, o);
    w->next += through;
    s->operations += through;
}

static struct warp *earliest(struct machine_state *s, uint32_t count) {
    struct warp *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct warp *w = &s->warps[i];
        if (w->sample && w->state == RUNS && (!first || w->ready < first->ready))
            first = w;
    }
    return first;
}

/** The time for all blocks, from that of those simulated. */
static double whole_time(const struct machine_state *s, double first_end, double first_finished) {
    double time = s->end;
    if (s->finished >= s->shape->blocks)
        return fmax(time,
                    fmax(s->free[SIMT_PART_DRAM], fmax(s->free[SIMT_PART_L2], s->free[SIMT_PART_PORT])));
    if (s->finished > first_finished && first_finished > 0)
        return time +
               (s->shape->blocks - s->finished) * (s->end - first_end) / (s->finished - first_finished);
    return time * s->shape->blocks / fmax(s->finished, 1);
}

static struct simt_simulated result(const struct machine_state *s, double cycles) {
    struct simt_simulated r = {.cycles = cycles, .operations = s->operations};
    r.hop = s->hop_count > 0 ? s->hops / s->hop_count : 0;
    double all = 0;
    for (int i = 0; i < SIMT_PARTS; i++)
        r.busy[i] = s->end > 0 ? s->busy[i] / s->end : 0;
    for (int i = 0; i < SIMT_WAITS; i++)
        all += s->waits[i];
    for (int i = 0; i < SIMT_WAITS; i++)
        r.waits[i] = all > 0 ? s->waits[i] / all : 0;
    for (int i = 0; i < PLACES; i++)
        if (all > 0 && s->places[i].time / all > r.place_share) {
            r.place_share = s->places[i].time / all;
            r.place = s->places[i].what;
        }
    return r;
}

struct simt_simulated simt_simulate(const struct simt_sample *sample,
                                    const struct simt_multiprocessor *machine,
                                    const struct simt_shape *shape) {
    if (sample->count == 0 || shape->blocks <= 0)
        return (struct simt_simulated){0};
    struct machine_state *s = calloc(1, sizeof *s);
    if (!s)
        return (struct simt_simulated){0};
    const uint32_t warps = sample->blocks[0].count;
    uint32_t resident = (uint32_t)fmin(fmin(shape->resident, ceil(shape->blocks)), MOST_WARPS / warps);
    resident = resident ? resident : 1;
    s->sample = sample;
    s->m = machine;
    s->shape = shape;
    for (uint32_t i = 0; i < resident; i++) {
        s->slots[i] = (struct slot){.warps = warps, .first = i * warps};
        start_block(s, i, 0);
    }
    double first_end = 0, first_finished = 0;
    for (struct warp *w; (w = earliest(s, resident * warps));) {
        step(s, w);
        if (first_finished == 0 && s->finished >= resident) {
            first_finished = s->finished;
            first_end = s->end;
        }
        if (s->finished >= FULL_SETS * resident && s->operations > OPERATIONS)
            break;
    }
    if (getenv("SIMT_SHOW_MODEL"))
        fprintf(stderr,
                "sim: finished %.0f of %.1f resident %u end %.0f first %.0f/%.0f warps %u kept %u all %llu "
                "free dram %.0f l2 %.0f port %.0f\n",
                s->finished, shape->blocks, resident, s->end, first_end, first_finished, warps,
                sample->blocks[0].warps[0].count, (unsigned long long)sample->blocks[0].warps[0].all,
                s->free[5], s->free[4], s->free[3]);
    const double stretch = s->kept > 0 ? s->all / s->kept : 1;
    const struct simt_simulated r = result(s, stretch * whole_time(s, first_end, first_finished));
    free(s);
    return r;
}
