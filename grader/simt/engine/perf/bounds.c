// Which part bounds a launch.
#include "engine/perf/bounds.h"

#include <math.h>
#include <string.h>

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

struct simt_bounded simt_bound_of(const struct simt_simulated *r, double active, double memory_peak) {
    double used;
    const enum simt_machine_part part = busiest(r, memory_peak, &used);
    if (used * active < WELL_USED)
        return waiting(r);
    return (struct simt_bounded){bound_of_part[part], fmin(1, r->busy[part]), r->busy_place[part]};
}

void simt_remove_bound(struct simt_multiprocessor *m, enum simt_bound bound) {
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
