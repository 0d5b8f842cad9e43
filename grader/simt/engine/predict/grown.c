// The sample of a launch at another size: loops that grew between two sizes grow on.
#include "engine/predict/grown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/predict/loops.h"

/* Of a warp in the sample that is made, and of all that run together; what is beyond is known by its number.
 */
enum { MOST_OPERATIONS = 3072, MOST_TOGETHER = 64 * MOST_OPERATIONS };

/** Operations of a warp, one after the other, that are all of loops that grow, or of none. */
struct run {
    uint32_t begin, end;
    double factor;
};

static struct run run_at(struct simt_loops *loops, const struct simt_warp_sample *warp, uint32_t begin) {
    struct run run = {.begin = begin, .end = begin, .factor = 1};
    double sum = 0, blocks = 0;
    for (; run.end < warp->count; run.end++) {
        if (warp->operations[run.end].kind != SIMT_DOES_CODE)
            continue;
        const double factor = simt_loop_factor(loops, warp->operations[run.end].what);
        if (blocks > 0 && (factor > 1) != (sum > blocks))
            break;
        sum += factor;
        blocks++;
    }
    run.factor = blocks > 0 ? sum / blocks : 1;
    return run;
}

static double requests_of(const struct simt_warp_sample *warp, const struct run *run) {
    double requests = 0;
    for (uint32_t i = run->begin; i < run->end; i++)
        requests += simt_is_request(&warp->operations[i]);
    return requests;
}

/** What a warp will do at the size to come. */
struct plan {
    double operations;
    double growing; /**< sampled operations, in loops that grow */
    double still;   /**< sampled operations, all others */
};

/** What some warps do, and what they will. */
struct totals {
    struct plan planned;  /* of the warp that will do most */
    double before, after; /* requests */
};

static struct plan longer(struct plan one, struct plan other) {
    return other.operations > one.operations ? other : one;
}

static void add_warp(struct simt_loops *loops, const struct simt_warp_sample *warp, struct totals *totals) {
    struct plan plan = {0};
    simt_loops_of_warp(loops, warp);
    for (struct run run = {0}; run.end < warp->count;) {
        run = run_at(loops, warp, run.end);
        const double requests = requests_of(warp, &run);
        plan.operations += run.factor * (run.end - run.begin);
        plan.growing += run.factor > 1 ? run.end - run.begin : 0;
        totals->before += requests;
        totals->after += requests * run.factor;
    }
    plan.still = warp->count - plan.growing;
    totals->planned = longer(totals->planned, plan);
}

/** A sample and its loops. */
struct growing {
    const struct simt_sample *sample;
    struct simt_loops *loops;
};

static struct totals totals_of(const struct growing *g) {
    struct totals all = {0};
    for (uint32_t b = 0; b < g->sample->count; b++)
        for (uint32_t w = 0; w < g->sample->blocks[b].count; w++)
            add_warp(g->loops, &g->sample->blocks[b].warps[w], &all);
    return all;
}

/** Makes loops longer or shorter so that all make @p wanted times as many requests. */
static void adjust(struct growing *g, double wanted) {
    const struct totals totals = totals_of(g);
    if (totals.after > totals.before)
        simt_loops_stretch(g->loops, (wanted - 1) * totals.before / (totals.after - totals.before));
}

/** Repetitions of a loop for which a warp's operations are not too many. @param together warps of a
 * multiprocessor */
static double most_repetitions(const struct totals *totals, double together) {
    const double most = fmax(MOST_OPERATIONS, MOST_TOGETHER / together);
    const struct plan *plan = &totals->planned;
    return plan->operations > most ? fmax(1, floor((most - plan->still) / plan->growing)) : INFINITY;
}

/** Appends operations to a warp. */
static bool append(struct simt_warp_sample *to, const struct simt_warp_operation *operations, uint32_t count,
                   uint32_t times) {
    struct simt_warp_operation *room =
        realloc(to->operations, (to->count + (size_t)count * times + 1) * sizeof *room);
    if (!room)
        return false;
    to->operations = room;
    for (uint32_t t = 0; t < times; t++, to->count += count)
        memcpy(room + to->count, operations, count * sizeof *room);
    to->capacity = to->count;
    return true;
}

/** The part of a run, in operations, that comes behind whole repetitions of it. */
static uint32_t part_of(const struct simt_warp_sample *warp, const struct run *run, double part) {
    uint32_t length = (uint32_t)round(part * (run->end - run->begin));
    while (length > 0 && warp->operations[run->begin + length].kind != SIMT_DOES_CODE)
        length--;
    return length;
}

/** Copies a warp, its loops as often as they come to be. */
static bool grow_warp(struct simt_loops *loops, const struct simt_warp_sample *from,
                      struct simt_warp_sample *to, double most) {
    double planned = 0;
    simt_loops_of_warp(loops, from);
    for (struct run run = {0}; run.end < from->count;) {
        run = run_at(loops, from, run.end);
        const double times = fmin(run.factor, most), whole = floor(times);
        const struct simt_warp_operation *operations = from->operations + run.begin;
        if (!append(to, operations, run.end - run.begin, (uint32_t)whole) ||
            !append(to, operations, part_of(from, &run, times - whole), 1))
            return false;
        planned += run.factor * (run.end - run.begin);
    }
    to->all = from->count ? (uint64_t)((double)from->all / from->count * planned) : 0;
    to->issued = from->all ? from->issued * (double)to->all / (double)from->all : 0;
    return true;
}

static bool grow_block(struct simt_loops *loops, const struct simt_block_sample *from,
                       struct simt_block_sample *to, double most) {
    to->waits = from->waits;
    to->early = from->early;
    for (uint32_t w = 0; w < from->count; w++)
        if (!grow_warp(loops, &from->warps[w], &to->warps[w], most))
            return false;
    return true;
}

static bool grow_blocks(const struct growing *g, struct simt_sample *to, double most) {
    for (uint32_t b = 0; b < g->sample->count; b++) {
        const struct simt_block_sample *from = &g->sample->blocks[b];
        if (!grow_block(g->loops, from, simt_sample_block(to, from->count), most))
            return false;
    }
    return true;
}

static bool copy_block(const struct simt_block_sample *from, struct simt_block_sample *to) {
    to->waits = from->waits;
    for (uint32_t w = 0; w < from->count; w++) {
        if (!append(&to->warps[w], from->warps[w].operations, from->warps[w].count, 1))
            return false;
        to->warps[w].all = from->warps[w].all;
        to->warps[w].issued = from->warps[w].issued;
    }
    return true;
}

/** The last block does what is left, and the longest what no other does. What they do is scaled as a whole
 * (struct simt_scale). */
static bool copy_others(const struct simt_sample *from, struct simt_sample *to) {
    return (from->last.count == 0 || copy_block(&from->last, simt_sample_last(to, from->last.count))) &&
           (from->longest.count == 0 ||
            copy_block(&from->longest, simt_sample_long_one(to, from->longest.count)));
}

static struct simt_sample *empty_like(const struct simt_sample *sample) {
    struct simt_sample *empty = simt_sample_new();
    *empty = *sample;
    memset(empty->blocks, 0, sizeof empty->blocks);
    memset(&empty->last, 0, sizeof empty->last);
    memset(&empty->longest, 0, sizeof empty->longest);
    empty->count = 0;
    return empty;
}

/** What a thread does beyond a constant grows as the loop that comes to run most often. That sum was taken to
 * grow with the size itself, so this is another one if that loop grows clearly faster: two sizes of a sum do
 * not tell its power. */
static double by_loops(const struct growing *g, const struct simt_sizes *s, double requests) {
    const double FASTER = 1.25, power = fmin(3, simt_loops_power(g->loops, s));
    const double part = (requests - 1) * (s->n2 - s->n1) / (s->n - s->n2);
    if (power < FASTER || !(part > 0 && part < 1))
        return requests;
    return fmax(requests,
                1 + part * (pow(s->n, power) - pow(s->n2, power)) / (pow(s->n2, power) - pow(s->n1, power)));
}

static struct simt_sample *grow(struct growing *g, const struct simt_sizes *sizes, double together,
                                struct simt_grown_requests *requests) {
    if (simt_grid_is_fixed(sizes)) {
        requests->expected = by_loops(g, sizes, requests->expected);
        adjust(g, requests->expected);
    }
    const struct totals totals = totals_of(g);
    struct simt_sample *grown = empty_like(g->sample);
    requests->made = totals.before > 0 ? totals.after / totals.before : 1;
    if (grow_blocks(g, grown, most_repetitions(&totals, together)) && copy_others(g->sample, grown))
        return grown;
    simt_sample_free(grown);
    return NULL;
}

struct simt_sample *simt_sample_grown(const struct simt_sample *small, const struct simt_sample *large,
                                      const struct simt_sizes *sizes, double together,
                                      struct simt_grown_requests *requests) {
    struct growing g = {.sample = large};
    g.loops = large->described ? simt_loops_new(small, large, sizes) : NULL;
    struct simt_sample *grown = g.loops ? grow(&g, sizes, together, requests) : NULL;
    simt_loops_free(g.loops);
    return grown;
}
