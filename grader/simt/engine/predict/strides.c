// Strides that grow with the size of the input: the lanes of a request draw apart.
#include "engine/predict/strides.h"

#include <math.h>
#include <stdlib.h>

#include "engine/model/places.h"
#include "engine/timing/launch_time.h"

enum {
    PLACES_LOG2 = 8, /* places of requests */
    PLACES = 1 << PLACES_LOG2,
    LINE = 128, /* bytes */
    GRANULE_SECTORS = 2
};

/** How many times as many lines a request has to have to be told from one whose lanes lie as before. */
static const double GROWS = 1.05;

/** Sums over the requests at one place, at one size. */
struct sums {
    double requests, lanes, lines, sectors;
};

/** A place of the code. */
struct place {
    uintptr_t what; /* 0: none */
    struct sums small, large;
    double reuses, reused; /* requests between two uses of a line, summed, and how many of these there were */
    double lines, sectors; /* how many times as many a request has at the size to come */
    double again;          /* granules that have to be brought in once more, less those counted */
};

/** What a launch is drawn apart with. */
struct strides {
    struct place places[PLACES];
    const struct simt_resident_warps *warps;
    const struct simt_profile *profile;
    double loads, stores;             /* granules that were brought in or written first, in the sample */
    double loads_again, stores_again; /* granules in addition, because they had fallen out */
    double loads_apart, stores_apart; /* granules that come or go before all of a line is used */
};

static struct place *place_of(struct strides *s, uintptr_t what) {
    return simt_place_of(s->places, sizeof *s->places, PLACES_LOG2, what);
}

/** Lanes in no order, as those of a gather, use what other warps use as well: nothing is said of them. */
static bool is_strided(const struct simt_warp_operation *o) {
    return (o->kind == SIMT_DOES_LOAD || o->kind == SIMT_DOES_STORE) && o->lanes > 0;
}

static double sectors_of(const struct simt_warp_operation *o) { return o->near + o->beyond; }

static void count(struct strides *s, const struct simt_warp_operation *o, bool is_large) {
    struct place *place = is_strided(o) ? place_of(s, o->what) : NULL;
    if (!place)
        return;
    struct sums *sums = is_large ? &place->large : &place->small;
    sums->requests++;
    sums->lanes += o->lanes;
    sums->lines += o->passes;
    sums->sectors += sectors_of(o);
    place->reuses += is_large ? o->reuse : 0;
    place->reused += is_large && o->reuse > 0;
}

static void count_sample(struct strides *s, const struct simt_sample *sample, bool is_large) {
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++)
            for (uint32_t i = 0; i < sample->blocks[b].warps[w].count; i++)
                count(s, &sample->blocks[b].warps[w].operations[i], is_large);
}

/** How many times as much of something a request has at n2, at least for each active lane: at the border of
 * the input fewer are active. */
static double grew(const struct place *place, double value1, double value2) {
    const double by_request = value2 / place->large.requests / (value1 / place->small.requests);
    const double by_lane = value2 / place->large.lanes / (value1 / place->small.lanes);
    return fmin(by_request, by_lane);
}

static double growth_of(const struct place *place, const struct simt_sizes *s, double value1, double value2) {
    if (!(value1 > 0 && value2 > 0 && place->small.lanes > 0 && place->large.lanes > 0))
        return 1;
    return simt_power_growth(s, 1, grew(place, value1, value2), 1);
}

/** @return whether lanes draw apart at any place */
static bool find_growth(struct strides *s, const struct simt_sizes *sizes) {
    bool any = false;
    for (struct place *p = s->places; p < s->places + PLACES; p++) {
        p->lines = p->sectors = 1;
        if (!(p->small.lines > 0 && p->large.lines > 0 && grew(p, p->small.lines, p->large.lines) >= GROWS))
            continue;
        p->lines = growth_of(p, sizes, p->small.lines, p->large.lines);
        p->sectors = growth_of(p, sizes, p->small.sectors, p->large.sectors);
        any = true;
    }
    return any;
}

/** Lines of a request at the size to come. */
static double lines_of(struct strides *s, const struct simt_warp_operation *o) {
    const struct place *place = is_strided(o) ? place_of(s, o->what) : NULL;
    return place && place->lines > 1 ? fmin(o->passes * place->lines, fmax(o->lanes, o->passes)) : o->passes;
}

/** @return the lines of a warp's first requests, for each number of them; to be freed. NULL if there is no
 * memory
 */
static double *lines_of_first(struct strides *s, const struct simt_warp_sample *warp) {
    double *lines = calloc((size_t)warp->count + 1, sizeof *lines);
    uint32_t requests = 0;
    for (uint32_t i = 0; lines && i < warp->count; i++)
        if (simt_is_global(&warp->operations[i])) {
            lines[requests + 1] = lines[requests] + lines_of(s, &warp->operations[i]);
            requests++;
        }
    return lines;
}

/** Lines that a warp touches from one use of a line to the next, with the request of that number. */
static double lines_between(const struct place *place, const double *lines, uint32_t number) {
    const double apart = place->reused > 0 ? place->reuses / place->reused : 0;
    const double first = fmax(0, number + 1 - round(apart));
    return apart > 0 ? (lines[number + 1] - lines[(uint32_t)first]) * apart / (number + 1 - first) : 0;
}

/** Notes granules that come in once more. @return whole ones, for the sample */
static uint8_t whole(struct place *place, double granules) {
    place->again += granules;
    const double now = fmax(0, floor(place->again + 0.5));
    place->again -= now;
    return (uint8_t)now;
}

static void note_granules(struct strides *s, const struct simt_warp_operation *o, double again,
                          double missing) {
    const bool is_store = o->kind == SIMT_DOES_STORE;
    *(is_store ? &s->stores : &s->loads) += o->first;
    *(is_store ? &s->stores_again : &s->loads_again) += again;
    *(is_store ? &s->stores_apart : &s->loads_apart) += missing * (o->first + again);
}

/** Draws a request apart. @param lines that its warp touches between two uses of a line */
static void draw_apart(struct strides *s, struct place *place, struct simt_warp_operation *o, double lines) {
    const double most = fmax(o->lanes, sectors_of(o));
    const double sectors = fmax(fmin(sectors_of(o) * place->sectors, most), lines_of(s, o));
    const bool is_near = lines * s->warps->multiprocessor * LINE <= s->profile->l1_effective_bytes;
    const double near = is_near && sectors_of(o) > 0 ? sectors * o->near / sectors_of(o) : 0;
    const double missing = simt_missing_of_l2(lines * s->warps->device * LINE, s->profile);
    if (o->kind == SIMT_DOES_LOAD)
        o->wavefronts = (uint8_t)round(fmin(o->wavefronts * place->lines, fmax(o->lanes, o->wavefronts)));
    o->passes = (uint8_t)round(lines_of(s, o));
    if (o->kind == SIMT_DOES_STORE && round(sectors) > sectors_of(o))
        o->partial = (uint8_t)round(sectors); /* fewer lanes share one than would fill it */
    o->near = (uint8_t)round(near);
    o->beyond = (uint8_t)(round(sectors) - o->near);
    /* sectors of one line are side by side */
    const double granules = fmin(o->beyond, fmax(o->passes, sectors / GRANULE_SECTORS));
    o->own = 0; /* it is told anew */
    const double known = o->first + o->again;
    const double again = missing * fmax(0, granules - known);
    note_granules(s, o, again, missing);
    o->first = (uint8_t)(o->first + whole(place, again));
}

static void grow_warp(struct strides *s, struct simt_warp_sample *warp) {
    double *lines = lines_of_first(s, warp);
    uint32_t number = 0;
    for (uint32_t i = 0; lines && i < warp->count; i++) {
        struct simt_warp_operation *o = &warp->operations[i];
        struct place *place = is_strided(o) ? place_of(s, o->what) : NULL;
        if (place && place->lines > 1)
            draw_apart(s, place, o, lines_between(place, lines, number));
        else if (o->kind == SIMT_DOES_LOAD || o->kind == SIMT_DOES_STORE)
            note_granules(s, o, 0, 0);
        number += simt_is_global(o);
    }
    free(lines);
}

/** The sums over all blocks grow as the sampled ones do. What falls out meanwhile is part of a line. A
 * granule that is written in part is brought in for that. What it costs that it is alone as well was not
 * measured: the higher of the two costs counts (docs/results/profiles/README.md). */
static void grow_sums(const struct strides *s, struct simt_sample *sample) {
    const double touches = (double)sample->first_touches, writes = (double)sample->first_writes;
    const double loads = s->loads > 0 ? touches / s->loads : 0;
    const double stores = s->stores > 0 ? writes / s->stores : 0;
    const double all_touches = touches + s->loads_again * loads;
    const double all_writes = writes + s->stores_again * stores;
    const double lone = (double)sample->lone_touches + s->loads_apart * loads;
    const double partial = (double)sample->partial_writes + s->stores_apart * stores;
    sample->sampled_touches = (uint64_t)((double)sample->sampled_touches * all_touches / fmax(1, touches));
    sample->sampled_writes = (uint64_t)((double)sample->sampled_writes * all_writes / fmax(1, writes));
    sample->first_touches = (uint64_t)all_touches;
    sample->first_writes = (uint64_t)all_writes;
    sample->lone_touches = (int64_t)fmin(all_touches, lone);
    sample->partial_writes = (uint64_t)fmin(all_writes, partial);
}

void simt_strides_grow(struct simt_sample *grown, const struct simt_sample *small,
                       const struct simt_sample *large, const struct simt_sizes *sizes,
                       const struct simt_resident_warps *warps, const struct simt_profile *profile) {
    struct strides *s = calloc(1, sizeof *s);
    if (!s)
        return;
    s->warps = warps;
    s->profile = profile;
    count_sample(s, small, false);
    count_sample(s, large, true);
    if (find_growth(s, sizes)) {
        for (uint32_t b = 0; b < grown->count; b++)
            for (uint32_t w = 0; w < grown->blocks[b].count; w++)
                grow_warp(s, &grown->blocks[b].warps[w]);
        grow_sums(s, grown);
    }
    free(s);
}
