// The time of a launch: residency, caches, one multiprocessor's simulation, and the device's atomics; and
// which part bounds it.
#include "engine/perf/launch.h"

#include <math.h>
#include <string.h>

#include "engine/model/profile.h"
#include "engine/perf/sample.h"

/** Below that part of its peak the profiler calls nothing a bound. */
static const double WELL_USED = 0.6;

static const enum simt_bound bound_of_part[SIMT_PARTS] = {
    [SIMT_PART_ISSUE] = SIMT_BOUND_ISSUE,     [SIMT_PART_UNITS] = SIMT_BOUND_UNITS,
    [SIMT_PART_SHARED] = SIMT_BOUND_SHARED,   [SIMT_PART_PORT] = SIMT_BOUND_L2,
    [SIMT_PART_L2] = SIMT_BOUND_L2,           [SIMT_PART_L2_TAGS] = SIMT_BOUND_L2,
    [SIMT_PART_DRAM] = SIMT_BOUND_DRAM,       [SIMT_PART_STARTS] = SIMT_BOUND_BLOCKS,
    [SIMT_PART_ATOMICS] = SIMT_BOUND_ATOMICS, [SIMT_PART_UPDATES] = SIMT_BOUND_ATOMICS,
    [SIMT_PART_BARRIER] = SIMT_BOUND_BARRIER};

/* Shared atomics keep the path to shared memory busy: they are the bound if they are most of what does. */
static enum simt_machine_part busiest(const struct simt_simulated *r, double memory_peak, double *used) {
    enum simt_machine_part most = SIMT_PART_ISSUE;
    *used = 0;
    for (int i = 0; i < SIMT_PARTS; i++) {
        const double here = i == SIMT_PART_DRAM ? r->busy[i] * memory_peak : r->busy[i];
        if (i == SIMT_PART_ATOMICS || i == SIMT_PART_UPDATES || here <= *used)
            continue;
        most = (enum simt_machine_part)i;
        *used = here;
    }
    const bool atomic = most == SIMT_PART_SHARED && r->busy[SIMT_PART_ATOMICS] > 0.5 * r->busy[most];
    return atomic ? SIMT_PART_ATOMICS : most;
}

static struct simt_bounded waiting(const struct simt_simulated *r) {
    static const enum simt_bound bound_of_wait[SIMT_WAITS] = {
        [SIMT_WAIT_ISSUE] = SIMT_BOUND_ISSUE,     [SIMT_WAIT_ARITHMETIC] = SIMT_BOUND_LATENCY,
        [SIMT_WAIT_MEMORY] = SIMT_BOUND_LATENCY,  [SIMT_WAIT_BANDWIDTH] = SIMT_BOUND_LATENCY,
        [SIMT_WAIT_SHARED] = SIMT_BOUND_LATENCY,  [SIMT_WAIT_ATOMIC] = SIMT_BOUND_ATOMICS,
        [SIMT_WAIT_BARRIER] = SIMT_BOUND_BARRIER,
    };
    double share[SIMT_BOUNDS] = {0}, longest[SIMT_BOUNDS] = {0};
    struct simt_bounded found = {.bound = SIMT_BOUND_LATENCY};
    uintptr_t place[SIMT_BOUNDS] = {0};
    for (int i = 0; i < SIMT_WAITS; i++) {
        const enum simt_bound bound = bound_of_wait[i];
        share[bound] += r->waits[i];
        if (r->waits[i] < longest[bound])
            continue;
        longest[bound] = r->waits[i];
        place[bound] = r->wait_place[i];
    }
    for (int i = 0; i < SIMT_BOUNDS; i++)
        if (i != SIMT_BOUND_ISSUE && share[i] > found.share)
            found = (struct simt_bounded){(enum simt_bound)i, share[i], place[i]};
    return found;
}

/**
 * What bounds a multiprocessor: the part that is busiest, if it reaches 60 % of what it can do at best, as in
 * the "speed of light" section of NVIDIA Nsight Compute; else waiting.
 * @param active part of the device's multiprocessors that have blocks
 * @param memory_peak device memory's rate in the simulation, as a part of what its clock allows
 */
static struct simt_bounded bound_of(const struct simt_simulated *r, double active, double memory_peak) {
    double used;
    const enum simt_machine_part part = busiest(r, memory_peak, &used);
    if (used * active < WELL_USED)
        return waiting(r);
    return (struct simt_bounded){bound_of_part[part], fmin(1, r->busy[part]), r->busy_place[part]};
}

/** Takes a bound out of the costs: that part needs no time. */
static void remove_bound(struct simt_multiprocessor *m, enum simt_bound bound) {
    switch (bound) {
    case SIMT_BOUND_ISSUE:
    case SIMT_BOUND_UNITS:
        m->issue = 0;
        memset(m->unit_cost, 0, sizeof m->unit_cost);
        break;
    case SIMT_BOUND_SHARED:
        m->line = m->spread_line = m->quad = m->wavefront = m->conflict = m->store_wavefront = m->shuffle = 0;
        break;
    case SIMT_BOUND_L2:
        m->port_store = m->port_partial = m->port_sector = m->l2_sector = m->l2_line = 0;
        m->l2_write_line = m->l2_write_sector = m->l2_write_partial = 0;
        break;
    case SIMT_BOUND_DRAM:
        m->dram_granule = m->dram_write_granule = 0;
        m->dram_latency = m->l2_latency;
        m->dram_deviation = 0;
        memset(m->dram_wait, 0, sizeof m->dram_wait);
        break;
    case SIMT_BOUND_LATENCY:
        m->l1_latency = m->l2_latency = m->dram_latency = m->dram_deviation = m->shared_latency = 0;
        m->shared_atomic_latency = m->global_atomic_latency = m->shuffle_latency = m->vote_latency = 0;
        memset(m->unit_latency, 0, sizeof m->unit_latency);
        break;
    case SIMT_BOUND_ATOMICS:
        memset(m->atomic, 0, sizeof m->atomic);
        memset(m->atomic_conflict, 0, sizeof m->atomic_conflict);
        memset(m->atomic_same, 0, sizeof m->atomic_same);
        m->shared_atomic_latency = m->shared_latency;
        m->global_atomic_latency = m->l2_latency;
        break;
    case SIMT_BOUND_BARRIER:
        m->free_barriers = true;
        break;
    case SIMT_BOUND_BLOCKS:
        m->block_start = m->block_period = 0;
        break;
    case SIMT_BOUND_NONE:
    case SIMT_BOUND_CHAIN:
    case SIMT_BOUNDS:
        break;
    }
}

const char *simt_bound_name(enum simt_bound bound) {
    static const char *const names[SIMT_BOUNDS] = {
        [SIMT_BOUND_NONE] = "nothing",     [SIMT_BOUND_LATENCY] = "latency",
        [SIMT_BOUND_ISSUE] = "issue",      [SIMT_BOUND_UNITS] = "arithmetic",
        [SIMT_BOUND_SHARED] = "shared",    [SIMT_BOUND_L2] = "L2",
        [SIMT_BOUND_DRAM] = "memory",      [SIMT_BOUND_ATOMICS] = "atomics",
        [SIMT_BOUND_BARRIER] = "barriers", [SIMT_BOUND_BLOCKS] = "blocks",
        [SIMT_BOUND_CHAIN] = "chain"};
    return bound < SIMT_BOUNDS ? names[bound] : "nothing";
}

enum { WARP = 32 };
/* Blocks that do so many times as much are quite different. */
static const double QUITE = 2;
/* Of a long warp as much has to be known as says how long the rest takes. */
static const double KNOWN_PART = 0.25;

/** Blocks of a launch that a multiprocessor holds at a time, if there are enough. */
static double resident_blocks(const struct simt_kernel_record *record, const struct simt_profile *p) {
    const double registers = record->sample ? record->sample->registers : 0;
    return fmax(
        1, simt_occupancy(p, (double)simt_volume(record->block), (double)record->shared_bytes, registers));
}

/* It falls out little by little around the effective capacity. */
static double missing_of_l2(double distance, const struct simt_profile *p) {
    const double part = distance / p->l2_effective_bytes;
    return fmin(1, fmax(0, part - 0.5));
}

/** How often memory turns from reads to writes, in times of where half of it is written. */
static double turns(const struct simt_sample *s) {
    const double all = (double)(s->first_touches + s->first_writes);
    const double written = all > 0 ? (double)s->first_writes / all : 0;
    return 4 * written * (1 - written);
}

/** Device memory loses time where it turns: what a copy shows, half of each. */
static double turning_cost(const struct simt_sample *s, const struct simt_profile *p) {
    const double apart = 0.5 / p->read_bandwidth + 0.5 / p->write_bandwidth;
    return 1 + (1 / (p->mixed_bandwidth * apart) - 1) * turns(s);
}

static double first_missing(const struct simt_sample *s, const struct simt_profile *p, double memory) {
    const double first = (double)(s->first_touches + s->first_writes), carried = (double)s->carried;
    const double cold = missing_of_l2(memory, p);
    if (first <= 0)
        return cold;
    const double kept = fmin(cold, missing_of_l2(s->carried_distance, p));
    return ((first - carried) * cold + carried * kept) / first;
}

/** Seconds that global atomics take on the device: those in the piece of memory that has most of them, one
 * after the other, and all of them. docs/results/profiles/README.md has the formula, and what it was held
 * against. */
static double atomic_seconds(const struct simt_sample *s, const struct simt_profile *p) {
    const double turn = s->shared_words ? p->atomic_address_rate : p->atomic_slice_rate;
    return s->region_passes / turn + s->passes / p->atomic_sector_rate;
}

/** The same, with what the pieces serve besides: they look up loads at the second-level cache's rate, and
 * bring in what device memory gives, during a part of the atomics. */
static double seconds_with_loads(double atomics, const struct simt_simulated *r, double seconds,
                                 const struct simt_profile *p) {
    const double all = fmax(r->busy[SIMT_PART_L2], r->busy[SIMT_PART_L2_TAGS]);
    const double loads = fmax(0, all - r->busy[SIMT_PART_UPDATES]) * seconds;
    const double memory = r->busy[SIMT_PART_DRAM] * seconds;
    return fmax(atomics + loads, p->atomic_load_cost * atomics + memory);
}

/** Seconds until the last block has what it waits for, if each waits for the one before. */
static double chain_seconds(const struct simt_sample *s, const struct simt_simulated *r,
                            const struct simt_profile *p, double blocks) {
    return s->chained ? blocks * (p->flag_latency + r->hop / p->busy_clock_hz) : 0;
}

/** One block alone on the device. */
static struct simt_simulated alone(const struct simt_sample *s, const struct simt_block_sample *block,
                                   const struct simt_multiprocessor *machine,
                                   const struct simt_shape *shape) {
    struct simt_sample sample = *s;
    struct simt_shape one = *shape;
    sample.blocks[0] = *block;
    sample.count = 1;
    one.resident = 1;
    one.blocks = 1;
    return simt_simulate(&sample, machine, &one);
}

/** Cycles that the last block takes alone, beyond what the others take, if it does more than they do. */
static double last_cycles(const struct simt_sample *s, const struct simt_multiprocessor *machine,
                          const struct simt_shape *shape) {
    uint64_t usual = 0;
    for (uint32_t b = 0; b < s->count; b++)
        usual = simt_sample_longest(&s->blocks[b]) > usual ? simt_sample_longest(&s->blocks[b]) : usual;
    if (s->last.count == 0 || (double)simt_sample_longest(&s->last) < QUITE * (double)usual)
        return 0;
    return alone(s, &s->last, machine, shape).cycles;
}

static struct simt_warp_sample *longest_warp(const struct simt_block_sample *block) {
    struct simt_warp_sample *longest = NULL;
    for (uint32_t w = 0; w < block->count; w++)
        if (!longest || block->warps[w].issued > longest->issued)
            longest = &block->warps[w];
    return longest;
}

static bool some_wait(const struct simt_sample *s) {
    bool wait = s->longest.waits;
    for (uint32_t b = 0; b < s->count; b++)
        wait |= s->blocks[b].waits;
    return wait;
}

static double longest_of_sampled(const struct simt_sample *s) {
    double most = 0;
    for (uint32_t b = 0; b < s->count; b++)
        most = fmax(most, (double)longest_warp(&s->blocks[b])->issued);
    return s->last.count > 0 ? fmax(most, (double)longest_warp(&s->last)->issued) : most;
}

/** The longest warp alone, if it does far more than those that were sampled: a launch takes as long at least.
 * How often warps look that wait for other blocks says nothing. */
static struct simt_simulated longest_alone(const struct simt_sample *s,
                                           const struct simt_multiprocessor *machine,
                                           const struct simt_shape *shape) {
    struct simt_warp_sample *longest = longest_warp(&s->longest);
    const double all = (double)s->longest_warp;
    if (!longest || (double)longest->issued < KNOWN_PART * all ||
        all < SIMT_FAR_LONGER * longest_of_sampled(s) || some_wait(s))
        return (struct simt_simulated){0};
    const struct simt_block_sample block = {.warps = longest, .count = 1};
    struct simt_simulated r = alone(s, &block, machine, shape);
    r.cycles *= all / (double)longest->issued;
    return r;
}

/** Device memory's rate that can be reached, as a part of what its clock and its bus allow. */
static double memory_peak(const struct simt_profile *p) {
    enum { PER_CLOCK = 2, BITS = 8 };
    return p->read_bandwidth / (p->memory_clock_hz * PER_CLOCK * p->memory_bus_bits / BITS);
}

/** The device as a whole takes longer than its multiprocessors. */
static void take_longer(struct simt_launch_time *t, double seconds, struct simt_bounded bounded) {
    const double us = seconds * 1e6;
    if (us <= t->us)
        return;
    t->us = us;
    t->bounded = bounded;
}

/** Global atomics take longer than what the multiprocessors do besides, or come on top of it. They are the
 * bound if they are most of it. */
static void take_atomics(struct simt_launch_time *t, double atomics, const struct simt_profile *p) {
    if (atomics <= 0)
        return;
    const double seconds = seconds_with_loads(atomics, &t->simulated, t->us / 1e6, p);
    const double share = fmin(1, atomics / seconds);
    struct simt_bounded bounded = t->bounded;
    bounded.share *= t->us / 1e6 / seconds;
    if (share > 0.5)
        bounded = (struct simt_bounded){
            .bound = SIMT_BOUND_ATOMICS, .share = share, .place = t->simulated.busy_place[SIMT_PART_UPDATES]};
    take_longer(t, seconds, bounded);
}

/** What a block of the launch does, in times of what a sampled one does, if they are quite different. Blocks
 * that all run at once take as long as the longest, whatever the others do. */
static double unlike_sampled(const struct simt_kernel_record *record, double blocks_at_once, double blocks) {
    const struct simt_sample *s = record->sample;
    if (s->issued <= 0 || s->issued_sampled <= 0 || blocks <= blocks_at_once)
        return 1;
    const double times = s->issued / (double)simt_volume(record->grid) / (s->issued_sampled / s->count);
    return times > QUITE || times < 1 / QUITE ? times : 1;
}

struct simt_launch_time simt_launch_time(const struct simt_kernel_record *record,
                                         const struct simt_profile *p, double memory,
                                         enum simt_bound without) {
    const struct simt_sample *s = record->sample;
    const double grid = (double)simt_volume(record->grid);
    if (!s || s->count == 0 || grid <= 0)
        return (struct simt_launch_time){0};
    const double most_blocks = ceil(grid / p->multiprocessors);
    const double active = fmin(grid, p->multiprocessors);
    const double warps = ceil((double)simt_volume(record->block) / WARP);
    struct simt_launch_time t = {.resident = fmin(resident_blocks(record, p), most_blocks)};
    struct simt_multiprocessor machine = simt_multiprocessor_of(p, active, (uint32_t)warps);
    remove_bound(&machine, without);
    const double like_sampled = most_blocks * unlike_sampled(record, t.resident, most_blocks);
    const struct simt_shape shape = {.resident = t.resident,
                                     .blocks = like_sampled,
                                     .first_miss = first_missing(s, p, memory),
                                     .turns = turns(s),
                                     .turning_cost = turning_cost(s, p),
                                     .again_miss = missing_of_l2(s->again_distance, p)};
    t.simulated = simt_simulate(s, &machine, &shape);
    t.us = (t.simulated.cycles + last_cycles(s, &machine, &shape)) / machine.clock_hz * 1e6;
    t.bounded = bound_of(&t.simulated, active / p->multiprocessors, memory_peak(p));
    const struct simt_simulated longest = longest_alone(s, &machine, &shape);
    take_longer(&t, longest.cycles / machine.clock_hz,
                bound_of(&longest, 1 / p->multiprocessors, memory_peak(p)));
    take_longer(&t, (double)record->slept / 1e9,
                (struct simt_bounded){.bound = SIMT_BOUND_LATENCY, .share = 1});
    if (without != SIMT_BOUND_CHAIN)
        take_longer(&t, chain_seconds(s, &t.simulated, p, grid),
                    (struct simt_bounded){.bound = SIMT_BOUND_CHAIN, .share = 1});
    if (without != SIMT_BOUND_ATOMICS)
        take_atomics(&t, atomic_seconds(s, p), p);
    return t;
}

double simt_launch_us(const struct simt_kernel_record *record) {
    const double memory = (double)record->device_bytes;
    return record->ended_early ? 0 : simt_launch_time(record, simt_profile(), memory, SIMT_BOUND_NONE).us;
}
