// The sample of a launch at another size: loops that grew between two sizes grow on.
#include "engine/timing/grown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 512, MOST_OPERATIONS = 3072 };

/** A basic block: how often a warp ran it. */
struct count {
    uintptr_t what;
    double small, large;
    double factor; /* to come, for a run of the larger one */
};

struct counts {
    struct count blocks[MOST_BLOCKS];
    unsigned count;
};

static struct count *count_of(struct counts *counts, uintptr_t what) {
    for (unsigned i = 0; i < counts->count; i++)
        if (counts->blocks[i].what == what)
            return &counts->blocks[i];
    if (counts->count == MOST_BLOCKS)
        return NULL;
    counts->blocks[counts->count] = (struct count){.what = what};
    return &counts->blocks[counts->count++];
}

/** Counts a sample's basic blocks, for the mean of its warps. Where a warp's operations were not all kept,
 * the others are taken to be alike. */
static void count_blocks(struct counts *counts, const struct simt_sample *sample, bool is_large) {
    double warps = 0;
    for (uint32_t b = 0; b < sample->count; b++)
        warps += sample->blocks[b].count;
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++) {
            const struct simt_warp_sample *warp = &sample->blocks[b].warps[w];
            const double each = warp->count ? (double)warp->all / warp->count / warps : 0;
            for (uint32_t i = 0; i < warp->count; i++) {
                struct count *c = warp->operations[i].kind == SIMT_DOES_CODE
                                      ? count_of(counts, warp->operations[i].what)
                                      : NULL;
                if (c)
                    *(is_large ? &c->large : &c->small) += each;
            }
        }
}

/** How much more often a thread runs a block at the size to come. */
static double factor_of(const struct simt_growth *g, const struct count *c) {
    const double all1 = c->small * g->threads1, all2 = c->large * g->threads2;
    const double slope = (c->large - c->small) / (g->n2 - g->n1);
    double each = c->large;
    if (c->large < 1.1 * c->small)
        each = c->large;
    else if (c->small > 0 && log(c->large / c->small) > log(g->n2 / g->n1))
        each = c->large * pow(g->n / g->n2, fmin(3, log(c->large / c->small) / log(g->n2 / g->n1)));
    else
        each = c->large + slope * (g->n - g->n2);
    /* A grid that is smaller than its growth lets expect has threads that do more. */
    const double power = all1 > 0 && all2 > 0 ? log(g->threads2 / g->threads1) / log(g->n2 / g->n1) : 0;
    const double expected = g->threads2 * pow(g->n / g->n2, power);
    return fmax(1, each / c->large * fmax(1, expected / g->threads));
}

/** One pass over a warp: copies operations, those of loops several times. @p most: repetitions of a loop
 * @return the operations that there would be with all repetitions */
static double grow_warp(struct counts *counts, const struct simt_warp_sample *from,
                        struct simt_warp_sample *to, double most, double *requests) {
    double planned = 0;
    for (uint32_t i = 0; i < from->count;) {
        uint32_t end = i;
        double sum = 0, blocks = 0;
        bool is_loop = false;
        /* A run of blocks that grow, or of others. */
        while (end < from->count) {
            if (from->operations[end].kind == SIMT_DOES_CODE) {
                const struct count *c = count_of(counts, from->operations[end].what);
                const bool grows = c && c->factor > 1.5;
                if (end > i && grows != is_loop)
                    break;
                is_loop = grows;
                sum += c ? c->factor : 1;
                blocks++;
            }
            end++;
        }
        const double factor = is_loop ? sum / blocks : 1;
        planned += factor * (end - i);
        for (uint32_t k = i; k < end; k++)
            *requests += from->operations[k].kind >= SIMT_DOES_LOAD &&
                                 from->operations[k].kind <= SIMT_DOES_SHARED_LOOP
                             ? factor
                             : 0;
        const unsigned times = (unsigned)fmax(1, round(fmin(factor, most)));
        for (unsigned t = 0; to && t < times; t++) {
            memcpy(to->operations + to->count, from->operations + i, (end - i) * sizeof *from->operations);
            to->count += end - i;
        }
        i = end;
    }
    return planned;
}

/** Repetitions of loops for which a warp's operations are not too many. */
static double most_repetitions(double planned, uint32_t count) {
    return planned > MOST_OPERATIONS ? fmax(1, floor(MOST_OPERATIONS / (double)(count ? count : 1)))
                                     : planned;
}

static bool grow_block(struct counts *counts, const struct simt_block_sample *from, struct simt_sample *into,
                       double most, double *before, double *after) {
    struct simt_block_sample *to = simt_sample_block(into, from->count);
    for (uint32_t w = 0; to && w < from->count; w++) {
        const struct simt_warp_sample *warp = &from->warps[w];
        double requests = 0, grown = 0;
        const double planned = grow_warp(counts, warp, NULL, 1, &grown);
        to->warps[w].capacity = (uint32_t)(fmin(planned, warp->count * most) * 1.5 + warp->count + 64);
        to->warps[w].operations = malloc(to->warps[w].capacity * sizeof *warp->operations);
        if (!to->warps[w].operations)
            return false;
        grow_warp(counts, warp, &to->warps[w], most, &requests);
        to->warps[w].all = warp->count ? (uint64_t)((double)warp->all / warp->count * planned) : 0;
        for (uint32_t i = 0; i < warp->count; i++)
            *before += warp->operations[i].kind >= SIMT_DOES_LOAD &&
                       warp->operations[i].kind <= SIMT_DOES_SHARED_LOOP;
        *after += grown;
    }
    return to != NULL;
}

struct simt_sample *simt_sample_grown(const struct simt_growth *g, double *requests) {
    static struct counts counts;
    double most = INFINITY, before = 0, after = 0;
    counts.count = 0;
    if (!g->large->described || g->n1 == g->n2)
        return NULL;
    count_blocks(&counts, g->small, false);
    count_blocks(&counts, g->large, true);
    for (unsigned i = 0; i < counts.count; i++)
        counts.blocks[i].factor = counts.blocks[i].large > 0 ? factor_of(g, &counts.blocks[i]) : 1;
    for (uint32_t b = 0; b < g->large->count; b++)
        for (uint32_t w = 0; w < g->large->blocks[b].count; w++) {
            double none = 0;
            const struct simt_warp_sample *warp = &g->large->blocks[b].warps[w];
            most =
                fmin(most, fmax(1, most_repetitions(grow_warp(&counts, warp, NULL, 1, &none), warp->count)));
        }
    struct simt_sample *grown = simt_sample_new();
    struct simt_sample *blocks = grown;
    *blocks = *g->large;
    memset(blocks->blocks, 0, sizeof blocks->blocks);
    memset(&blocks->last, 0, sizeof blocks->last);
    blocks->count = 0;
    for (uint32_t b = 0; b < g->large->count; b++)
        if (!grow_block(&counts, &g->large->blocks[b], grown, most, &before, &after)) {
            simt_sample_free(grown);
            return NULL;
        }
    *requests = before > 0 ? after / before : 1;
    return grown;
}
