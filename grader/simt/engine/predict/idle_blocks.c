// A launch whose grid is larger than the small inputs need.
#include "engine/predict/idle_blocks.h"

#include <math.h>
#include <string.h>

#include "engine/predict/growth.h"

static double busy_blocks(const struct simt_kernel_record *record) {
    return (double)simt_volume(record->grid) - (double)record->counters.blocks_without_loads;
}

static bool loads(const struct simt_block_sample *block) {
    for (uint32_t w = 0; w < block->count; w++)
        for (uint32_t i = 0; i < block->warps[w].count; i++)
            if (block->warps[w].operations[i].kind == SIMT_DOES_LOAD)
                return true;
    return false;
}

/** What sampled blocks do that are left out. */
struct idle {
    double blocks, requests, instructions;
};

static void add_idle(struct idle *idle, const struct simt_block_sample *block) {
    idle->blocks++;
    for (uint32_t w = 0; w < block->count; w++) {
        const struct simt_warp_sample *warp = &block->warps[w];
        idle->instructions += warp->issued;
        for (uint32_t i = 0; i < warp->count; i++)
            idle->requests += simt_is_request(&warp->operations[i]);
    }
}

/** The blocks that load, in the memory of the sample they are of. The first block of the grid, which stands
 * for itself otherwise, stands for the others if none of them was sampled. */
static struct idle keep_busy(struct simt_sample *to, const struct simt_sample *from) {
    struct idle idle = {0};
    *to = *from;
    memset(to->blocks, 0, sizeof to->blocks);
    to->count = 0;
    for (uint32_t b = 0; b < from->count; b++)
        if (loads(&from->blocks[b]))
            to->blocks[to->count++] = from->blocks[b];
        else
            add_idle(&idle, &from->blocks[b]);
    if (to->count == 0 && loads(&from->last)) {
        to->blocks[to->count++] = from->last;
        to->last = (struct simt_block_sample){.count = 0};
        to->sampled_touches = to->sampled_writes = 0;
    }
    to->issued = 0; /* it counts the blocks that are left out, too */
    return idle;
}

static uint64_t without(uint64_t all, double idle) { return idle < (double)all ? all - (uint64_t)idle : 0; }

/** Takes what idle blocks do from what all do: each of them does as much as those that were sampled. */
static void take_idle(struct simt_counters *c, const struct idle *sampled) {
    struct simt_traffic *const traffic[] = {&c->global_load, &c->global_store, &c->global_atomic,
                                            &c->shared_load, &c->shared_store, &c->shared_atomic};
    const double times = sampled->blocks > 0 ? (double)c->blocks_without_loads / sampled->blocks : 0;
    double all = 0;
    for (size_t i = 0; i < sizeof traffic / sizeof *traffic; i++)
        all += (double)traffic[i]->requests;
    const double part = all > 0 ? fmin(1, times * sampled->requests / all) : 0;
    for (size_t i = 0; i < sizeof traffic / sizeof *traffic; i++)
        traffic[i]->requests = without(traffic[i]->requests, part * (double)traffic[i]->requests);
    c->warp_instructions = without(c->warp_instructions, times * sampled->instructions);
}

static void shrink(struct simt_kernel_record *to, const struct simt_kernel_record *from,
                   struct simt_sample *sample) {
    const struct idle idle = keep_busy(sample, from->sample);
    *to = *from;
    to->grid = (struct simt_dim3){(unsigned)busy_blocks(from), 1, 1};
    to->sample = sample;
    take_idle(&to->counters, &idle);
}

/** Blocks with work at the size to come: they grow in number as they did, as far as the grid goes. */
static double busy_at(const struct simt_runs *runs) {
    const struct simt_sizes sizes = {.n1 = runs->n1, .n2 = runs->n2, .n = runs->n};
    const double busy1 = busy_blocks(runs->at1), busy2 = busy_blocks(runs->at2);
    return fmin((double)simt_volume(runs->dry->grid),
                round(busy2 * simt_power_growth(&sizes, busy1, busy2, 1)));
}

static bool has_idle_blocks(const struct simt_runs *runs) {
    if (!runs->at1 || !runs->at1->sample || simt_volume(runs->at1->grid) != simt_volume(runs->at2->grid) ||
        simt_volume(runs->at1->block) != simt_volume(runs->at2->block))
        return false;
    const double busy1 = busy_blocks(runs->at1), busy2 = busy_blocks(runs->at2);
    return busy1 > 0 && busy1 < busy2 && busy2 < (double)simt_volume(runs->at2->grid);
}

const struct simt_runs *simt_without_idle_blocks(const struct simt_runs *runs, struct simt_busy_runs *busy) {
    if (!has_idle_blocks(runs))
        return runs;
    shrink(&busy->at1, runs->at1, &busy->sample1);
    shrink(&busy->at2, runs->at2, &busy->sample2);
    busy->dry = *runs->dry;
    busy->dry.grid = (struct simt_dim3){(unsigned)busy_at(runs), 1, 1};
    busy->runs = *runs;
    busy->runs.at1 = &busy->at1;
    busy->runs.at2 = &busy->at2;
    busy->runs.dry = &busy->dry;
    return busy->sample1.count > 0 && busy->sample2.count > 0 ? &busy->runs : runs;
}
