// One multiprocessor's costs, from a device profile.
#include "engine/perf/sm.h"

#include <math.h>
#include <string.h>

#include "engine/perf/sample.h"

enum { SCHEDULERS = 4, SECTOR = 32, LINE = 128, WIDE_BLOCK = 32 };

const double simt_dram_busy[SIMT_DRAM_WAITS] = {0, 0.25, 0.5, 0.75, 0.9};

/* A unit's rate is a multiprocessor's; each scheduler has a part of its own of it. */
static void set_units(struct simt_multiprocessor *m, const struct simt_profile *p) {
    const double per_cycle[SIMT_UNITS] = {[SIMT_UNIT_ALU] = p->iadd_per_cycle,
                                          [SIMT_UNIT_FMA] = p->fma_per_cycle,
                                          [SIMT_UNIT_FP64] = p->fp64_per_cycle,
                                          [SIMT_UNIT_SPECIAL] = p->special_per_cycle,
                                          [SIMT_UNIT_BRANCH] = p->mixed_issue_per_cycle};
    const double latency[SIMT_UNITS] = {[SIMT_UNIT_ALU] = p->iadd_latency,
                                        [SIMT_UNIT_FMA] = p->fma_latency,
                                        [SIMT_UNIT_FP64] = p->fp64_latency,
                                        [SIMT_UNIT_SPECIAL] = p->special_latency,
                                        [SIMT_UNIT_BRANCH] = p->branch_latency};
    for (int u = 0; u < SIMT_UNITS; u++) {
        m->unit_cost[u] = SCHEDULERS / per_cycle[u];
        m->unit_latency[u] = latency[u];
    }
}

/* What a request stores to a line comes to L2 as an address with the sectors behind it; a sector that is not
 * whole takes longer. Lines of one sector and of four say how long each takes. */
static void set_writes(struct simt_multiprocessor *m, const struct simt_profile *p, double share) {
    const double one = 1 / p->l2_write_sector_rate, whole = LINE / p->l2_write_bandwidth;
    const double sector = fmax(0, (whole - one) / (LINE / SECTOR - 1));
    m->l2_write_sector = sector * share;
    m->l2_write_line = fmax(0, one - sector) * share;
    m->l2_write_partial = fmax(0, 1 / p->l2_write_partial_rate - (one - sector)) * share;
    m->port_store = SECTOR / p->store_bytes_per_cycle;
    m->port_partial = fmax(m->port_store, 1 / p->store_sectors_per_cycle);
}

static void set_waits(struct simt_multiprocessor *m, const struct simt_profile *p) {
    const double waits[2][SIMT_DRAM_WAITS] = {
        {0, p->read_wait_25, p->read_wait_50, p->read_wait_75, p->read_wait_90},
        {0, p->copy_wait_25, p->copy_wait_50, p->copy_wait_75, p->copy_wait_90}};
    memcpy(m->dram_wait, waits, sizeof waits);
    m->dram_deviation = p->dram_deviation;
    m->slice_lines = fmax(1, round(p->atomic_slice_bytes / LINE));
}

static void set_memory(struct simt_multiprocessor *m, const struct simt_profile *p, double active) {
    const double share = m->clock_hz * active;
    m->line = 1 / p->l1_lines_per_cycle;
    m->spread_line = 1 / p->l1_spread_lines_per_cycle;
    m->quad = 1 / p->l1_requests_per_cycle;
    set_writes(m, p, share);
    set_waits(m, p);
    m->port_sector = SECTOR / p->l2_bytes_per_cycle;
    m->l2_sector = SECTOR * share / p->l2_read_bandwidth;
    m->l2_line = share / p->l2_read_sector_rate;
    m->dram_granule = SIMT_GRANULE * share / p->read_bandwidth;
    m->dram_write_granule = SIMT_GRANULE * share / p->write_bandwidth;
    m->l1_latency = p->l1_latency;
    m->l2_latency = p->l2_latency;
    m->dram_latency = p->dram_latency;
    m->global_atomic_latency = p->global_atomic_latency;
}

static void set_shared(struct simt_multiprocessor *m, const struct simt_profile *p) {
    m->wavefront = 1 / p->shared_wavefronts_per_cycle;
    m->conflict = p->shared_conflict_cycles;
    m->store_wavefront = 1 / p->shared_store_wavefronts_per_cycle;
    const double costs[SIMT_ATOMIC_CLASSES][3] = {
        {p->shared_add_cycles, p->shared_add_conflict_cycles, p->shared_add_same_word_cycles},
        {p->shared_cas_cycles, p->shared_cas_conflict_cycles, p->shared_cas_same_word_cycles},
        {p->shared_float_add_cycles, p->shared_cas_conflict_cycles, p->shared_float_add_same_word_cycles}};
    for (int i = 0; i < SIMT_ATOMIC_CLASSES; i++) {
        m->atomic[i] = costs[i][0];
        m->atomic_conflict[i] = costs[i][1];
        m->atomic_same[i] = costs[i][2];
    }
    m->shuffle = 1 / p->shuffle_per_cycle;
    m->shared_latency = p->shared_load_latency;
    m->shared_atomic_latency = p->shared_atomic_latency;
    m->shuffle_latency = p->shuffle_latency;
    m->vote_latency = p->vote_latency;
}

/* A block's start takes longer the more threads it has. */
static double block_period(const struct simt_profile *p, double active, uint32_t warps) {
    const double narrow = 1 / p->block_rate, wide = 1 / p->wide_block_rate;
    const double each = narrow + (wide - narrow) * (warps - 1) / (WIDE_BLOCK - 1);
    return fmax(each, narrow) * active;
}

struct simt_multiprocessor simt_multiprocessor_of(const struct simt_profile *p, double active,
                                                  uint32_t warps) {
    struct simt_multiprocessor m = {.clock_hz = p->busy_clock_hz, .schedulers = SCHEDULERS};
    m.issue = SCHEDULERS / p->mixed_issue_per_cycle;
    set_units(&m, p);
    set_memory(&m, p, active);
    set_shared(&m, p);
    m.barrier_arrival = p->barrier_arrival_cycles;
    m.barrier_latency = p->barrier_latency;
    m.barrier_path = p->barrier_path_cycles;
    m.flag_latency = p->flag_latency * m.clock_hz;
    m.block_start = p->block_start_cycles;
    m.block_period = block_period(p, active, warps) * m.clock_hz;
    return m;
}
