// Which basic blocks of a launch are of loops that grow with the size of its input, and how much.
#include "engine/predict/loops.h"

#include <math.h>
#include <stdlib.h>

#include "engine/model/places.h"

enum { PLACES_LOG2 = 10, PLACES = 1 << PLACES_LOG2 }; /* for basic blocks */

/** How many times as long a loop has to be to be told from one that is not. */
static const double GROWS = 1.05;

/** How often warps run a basic block. */
struct runs {
    double mean; /**< of all warps */
    double most; /**< of one warp */
};

/** The same at both sizes, and how often one warp runs it. */
struct count {
    uintptr_t what; /* 0: no block */
    struct runs small, large;
    double own;
    double factor; /* of the mean */
};

/** Basic blocks that find no place are taken not to grow. */
struct simt_loops {
    struct count places[PLACES];
    bool are_whole; /* all of the warps' operations were kept, at both sizes */
};

/** @return NULL if there is no place */
static struct count *count_of(struct simt_loops *loops, uintptr_t what) {
    return simt_place_of(loops->places, sizeof *loops->places, PLACES_LOG2, what);
}

static double warps_of(const struct simt_sample *sample) {
    double warps = 0;
    for (uint32_t b = 0; b < sample->count; b++)
        warps += sample->blocks[b].count;
    return warps;
}

/** Operations that were not kept are taken to be like the others. */
void simt_loops_of_warp(struct simt_loops *loops, const struct simt_warp_sample *warp) {
    for (int i = 0; i < PLACES; i++)
        loops->places[i].own = 0;
    for (uint32_t i = 0; i < warp->count; i++) {
        struct count *count =
            warp->operations[i].kind == SIMT_DOES_CODE ? count_of(loops, warp->operations[i].what) : NULL;
        if (count)
            count->own += (double)warp->all / warp->count;
    }
}

static bool is_whole(const struct simt_sample *sample) {
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++)
            if (sample->blocks[b].warps[w].all > sample->blocks[b].warps[w].count)
                return false;
    return true;
}

static void count_sample(struct simt_loops *loops, const struct simt_sample *sample, bool is_large) {
    const double warps = warps_of(sample);
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++) {
            simt_loops_of_warp(loops, &sample->blocks[b].warps[w]);
            for (struct count *c = loops->places; c < loops->places + PLACES; c++) {
                struct runs *runs = is_large ? &c->large : &c->small;
                runs->mean += c->own / warps;
                runs->most = fmax(runs->most, c->own);
            }
        }
}

/** How often warps ran a block at the first size, for how often they do so in the mean at the second. Where
 * the grid grows, fewer of them are at the border of the input and do less: a loop that grows does so in the
 * warp that does most, too. Where the grid is fixed, a block that none of the sampled warps ran had no
 * elements left for them. */
static double first_count(const struct count *c, const struct simt_sizes *s) {
    if (simt_grid_is_fixed(s))
        return c->small.mean > 0 ? c->small.mean : c->large.mean * s->n1 / s->n2;
    return fmax(c->small.mean, c->large.mean * fmin(1, c->small.most / c->large.most));
}

/** Whatever threads the launch to come has, the factor is one of them. */
static void set_factor(struct count *c, const struct simt_sizes *s) {
    c->factor = 1;
    if (c->large.mean <= 0)
        return;
    const double small = first_count(c, s);
    c->factor = simt_growth(s, small * s->threads1, c->large.mean * s->threads2) * s->threads2 / s->threads;
}

struct simt_loops *simt_loops_new(const struct simt_sample *small, const struct simt_sample *large,
                                  const struct simt_sizes *sizes) {
    struct simt_loops *loops = calloc(1, sizeof *loops);
    if (!loops)
        return NULL;
    loops->are_whole = is_whole(small) && is_whole(large);
    count_sample(loops, small, false);
    count_sample(loops, large, true);
    for (int i = 0; i < PLACES; i++)
        set_factor(&loops->places[i], sizes);
    return loops;
}

void simt_loops_free(struct simt_loops *loops) { free(loops); }

double simt_loop_factor(struct simt_loops *loops, uintptr_t what) {
    const struct count *c = count_of(loops, what);
    if (!c || c->factor < GROWS)
        return 1;
    /* Elements were shared out among warps, to some one more than to others. */
    const bool is_shared_out = c->own > 0 && fabs(c->own - c->large.mean) < 1;
    return is_shared_out ? fmax(1, c->factor * c->large.mean / c->own) : c->factor;
}

double simt_loops_power(const struct simt_loops *loops, const struct simt_sizes *s) {
    const double ENOUGH = 8; /* iterations: of fewer the rest says as much as the number */
    double most = 0, power = 1;
    for (const struct count *c = loops->places; c < loops->places + PLACES; c++)
        if (loops->are_whole && c->factor >= GROWS && c->small.mean >= ENOUGH &&
            c->factor * c->large.mean > most) {
            most = c->factor * c->large.mean;
            power = simt_power(s->n1, first_count(c, s), s->n2, c->large.mean);
        }
    return power;
}

void simt_loops_stretch(struct simt_loops *loops, double by) {
    for (struct count *c = loops->places; c < loops->places + PLACES; c++)
        if (c->factor >= GROWS)
            c->factor = 1 + (c->factor - 1) * fmax(0, by);
}
