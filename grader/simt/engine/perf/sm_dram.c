// How long loads from device memory take: longer the busier it is, and not all the same.
#include <math.h>

#include "engine/perf/sm_state.h"

/* Cycles over which it is judged how busy memory is: some latencies. */
enum { WARP = 32 };
static const double WINDOW = 16384, BEFORE = 2048;

static void note_busy(struct simt_machine *s, double at, double cost) {
    const double passed = fmax(0, at - s->memory_seen);
    s->memory_busy = s->memory_busy * exp(-passed / WINDOW) + cost / WINDOW;
    s->memory_seen = fmax(at, s->memory_seen);
}

/** Beyond the last point as between the last two. */
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

/** A number that is distributed exponentially with a mean of 1, the same for the same arguments. */
static double exponential(uint32_t block, uint32_t operation, uint32_t piece, uint32_t which) {
    uint64_t z = ((uint64_t)block << 32 | operation) * UINT64_C(0x9e3779b97f4a7c15) +
                 ((uint64_t)piece << 1 | which) * UINT64_C(0xd1b54a32d192ed03);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return -log(((double)(z >> 11) + 1) * 0x1p-53);
}

/** The pieces of memory that a request goes to: neighbouring lines belong to one slice of the second-level
 * cache, and come together. @param first receives the number of the first among those of the block */
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

/* Waits are distributed about exponentially, whatever the load. What also lies before it in the queue of this
 * multiprocessor is part of the wait. */
double simt_serve_memory(struct simt_machine *s, const struct simt_machine_warp *w,
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
