// A launch that ran at two sizes, brought to a third one.
#include "engine/predict/scaling.h"

#include <math.h>

#include "engine/model/sample.h"
#include "engine/predict/alike.h"
#include "engine/predict/grown.h"
#include "engine/predict/growth.h"
#include "engine/predict/idle_blocks.h"
#include "engine/predict/reuse.h"
#include "engine/predict/strides.h"

static double instructions_of(const struct simt_kernel_record *record) {
    return (double)record->counters.warp_instructions;
}

/** Requests of warps; instructions where there are none. */
static double requests_of(const struct simt_kernel_record *record) {
    const struct simt_counters *c = &record->counters;
    const uint64_t requests = c->global_load.requests + c->global_store.requests + c->global_atomic.requests +
                              c->shared_load.requests + c->shared_store.requests + c->shared_atomic.requests;
    return requests ? (double)requests : instructions_of(record);
}

static double updates_of(const struct simt_kernel_record *record) { return record->sample->passes; }

static double input_of(const struct simt_kernel_record *record) {
    return (double)record->sample->input_touches;
}

double simt_touched_by(const struct simt_kernel_record *record) {
    return (double)(record->sample->first_touches + record->sample->first_writes);
}

double simt_bytes_of(const struct simt_kernel_record *record) {
    const struct simt_counters *c = &record->counters;
    return (double)(c->global_load.bytes + c->global_store.bytes + c->global_atomic.bytes);
}

static double region_updates_of(const struct simt_kernel_record *record) {
    return record->sample->region_passes;
}

static double far_distance(const struct simt_kernel_record *record) {
    return record->sample->again_distance + record->sample->carried_distance;
}

static double own_distance(const struct simt_kernel_record *record) {
    return simt_distances_mean(&record->sample->own_far);
}

static double length_of_last(const struct simt_kernel_record *record) {
    return (double)simt_sample_longest(&record->sample->last);
}

/** The size of a level is in its grid, if the grid grows with the size. */
static double size_by_grid(const struct simt_sizes *s) {
    const double power = simt_power(s->n1, s->threads1, s->n2, s->threads2);
    return power > 0.3 ? fmin(s->n, s->n2 * pow(s->threads / s->threads2, 1 / power)) : s->n;
}

static bool asks_memory(const struct simt_warp_sample *warp) {
    for (uint32_t i = 0; i < warp->count; i++)
        if (warp->operations[i].kind >= SIMT_DOES_NOTHING &&
            warp->operations[i].kind <= SIMT_DOES_SHARED_LOOP)
            return true;
    return false;
}

/** The part of the sampled warps that ask memory for something: others are beyond the border of the input. */
static double share_busy(const struct simt_sample *sample) {
    double warps = 0, busy = 0;
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++) {
            warps++;
            busy += asks_memory(&sample->blocks[b].warps[w]);
        }
    return warps > 0 ? busy / warps : 0;
}

/** Threads of the first launch, as if as many of them had work as of the second: of a small input a part of
 * each block may have none, and that a thread does more at the larger size is not so then. */
static double threads_with_work(const struct simt_runs *runs, const struct simt_sizes *s) {
    const double at1 = share_busy(runs->at1->sample), at2 = share_busy(runs->at2->sample);
    return s->threads2 > s->threads1 && at1 > 0 && at1 < at2 ? s->threads1 * at1 / at2 : s->threads1;
}

/** The last level of a tree has one block at every size, and as many elements as the others have left: its
 * arguments say its size, though it is like the last level of the small runs. */
static bool is_one_grid(const struct simt_sizes *s) {
    return s->threads1 == s->threads2 && s->threads2 == s->threads;
}

static struct simt_sizes sizes_of(const struct simt_runs *runs) {
    struct simt_sizes s = {.n1 = runs->n1,
                           .n2 = runs->n2,
                           .n = runs->n,
                           .threads1 = runs->at1 ? simt_threads_of(runs->at1) : 0,
                           .threads2 = simt_threads_of(runs->at2),
                           .threads = simt_threads_of(runs->dry)};
    if (!runs->at1)
        return s;
    if (runs->is_level || is_one_grid(&s)) {
        const double said =
            simt_size_by_arguments(&s, &runs->at1->arguments, &runs->at2->arguments, &runs->dry->arguments);
        s.n = said > 0 ? said : size_by_grid(&s);
    }
    s.threads1 = threads_with_work(runs, &s);
    return s;
}

static double grown(const struct simt_runs *runs, const struct simt_sizes *sizes,
                    double (*figure)(const struct simt_kernel_record *)) {
    return simt_growth(sizes, runs->at1 ? figure(runs->at1) : 0, figure(runs->at2));
}

/** What the last block does beyond the others grows with the grid, or with the size if the grid does not. */
static double growth_of_last(const struct simt_runs *runs, const struct simt_sizes *s) {
    const double last1 = length_of_last(runs->at1), last2 = length_of_last(runs->at2);
    if (!(last1 > 0 && last2 > last1))
        return 1;
    const double slope = (last2 - last1) / last2;
    return s->threads2 > s->threads1
               ? 1 + slope * fmax(0, (s->threads - s->threads2) / (s->threads2 - s->threads1))
               : 1 + slope * (s->n - s->n2) / (s->n2 - s->n1);
}

static struct simt_scale scale_of(const struct simt_runs *runs, const struct simt_sizes *s) {
    struct simt_scale scale = {.blocks = (double)simt_volume(runs->dry->grid),
                               .work = grown(runs, s, requests_of),
                               .updates = grown(runs, s, updates_of),
                               .last = 1,
                               .distance = s->n / s->n2,
                               .own = s->n / s->n2,
                               .memory = runs->memory};
    scale.issue = grown(runs, s, instructions_of) / scale.work;
    scale.region_updates = scale.updates;
    if (!runs->at1)
        return scale;
    scale.last = growth_of_last(runs, s);
    scale.distance = simt_power_growth(s, far_distance(runs->at1), far_distance(runs->at2), 3);
    scale.own = simt_power_growth(s, own_distance(runs->at1), own_distance(runs->at2), 3);
    scale.region_updates =
        simt_power_growth(s, region_updates_of(runs->at1), region_updates_of(runs->at2), 3);
    return scale;
}

/** A grown sample does per thread what is to be done. If the sum over all blocks grows quite differently, the
 * sampled blocks are not like the others. */
static void use_grown(struct simt_scaled *scaled, const struct simt_grown_requests *requests,
                      double threads) {
    const double left = requests->expected / requests->made;
    scaled->like.sample = scaled->grown;
    scaled->scale.work = left > 2 || left < 0.5 ? threads * left : threads;
    scaled->scale.issue = 1;
}

/** Blocks that a multiprocessor has at a time. */
static double blocks_beside(const struct simt_runs *runs) {
    const struct simt_profile *p = simt_profile();
    return fmin(simt_resident_blocks(runs->at2, p),
                ceil((double)simt_volume(runs->dry->grid) / p->multiprocessors));
}

static struct simt_resident_warps warps_together(const struct simt_runs *runs) {
    enum { WARP = 32 };
    const double blocks = (double)simt_volume(runs->dry->grid),
                 warps = ceil((double)simt_volume(runs->dry->block) / WARP),
                 active = fmin(blocks, simt_profile()->multiprocessors), resident = blocks_beside(runs);
    return (struct simt_resident_warps){resident * warps, fmin(blocks, resident * active) * warps};
}

static struct simt_scaled scaled_of(const struct simt_runs *runs) {
    const struct simt_sizes sizes = sizes_of(runs);
    struct simt_scaled scaled = {.like = *runs->at2, .scale = scale_of(runs, &sizes)};
    const double threads = sizes.threads / sizes.threads2;
    const struct simt_resident_warps together = warps_together(runs);
    struct simt_grown_requests requests = {.expected = scaled.scale.work / threads};
    if (runs->at1)
        scaled.grown = simt_sample_grown(runs->at1->sample, runs->at2->sample, &sizes,
                                         together.multiprocessor, &requests);
    scaled.input = input_of(runs->at2) * grown(runs, &sizes, input_of);
    scaled.touched = simt_touched_by(runs->at2) * grown(runs, &sizes, simt_touched_by);
    scaled.bytes = simt_bytes_of(runs->at2) * grown(runs, &sizes, simt_bytes_of);
    if (scaled.grown) {
        simt_reuse_grow(scaled.grown, runs->at1->sample, runs->at2->sample, &sizes, blocks_beside(runs));
        simt_strides_grow(scaled.grown, runs->at1->sample, runs->at2->sample, &sizes, &together,
                          simt_profile());
        use_grown(&scaled, &requests, threads);
    }
    return scaled;
}

/** A sample that is not grown is that of the launch itself, with all of its blocks. */
struct simt_scaled simt_scaled_launch(const struct simt_runs *runs) {
    struct simt_busy_runs busy;
    const struct simt_runs *taken = simt_without_idle_blocks(runs, &busy);
    const struct simt_scaled scaled = scaled_of(taken);
    return scaled.grown || taken == runs ? scaled : scaled_of(runs);
}

void simt_scaled_free(struct simt_scaled *scaled) {
    simt_sample_free(scaled->grown);
    scaled->grown = NULL;
}
