// What loads find in the multiprocessor's cache at another size.
#include "engine/predict/reuse.h"

#include <math.h>
#include <stdlib.h>

#include "engine/model/places.h"

enum { PLACES_LOG2 = 8, PLACES = 1 << PLACES_LOG2 };

/** A distance that grows by less than this power of the size is taken to be the same: it was measured on two
 * sizes that are not far apart. */
static const double GROWS = 0.25;

/** Uses of known lines, with the logarithms of how far apart they are. */
struct uses {
    double count, apart;
    double close; /* of them, those less far apart than can be seen */
};

/** A place of the code. */
struct place {
    uintptr_t what; /* 0: none */
    struct uses small, large;
    bool is_local; /* its uses are of local memory */
    double growth; /* of its distances */
};

struct reuse {
    struct place places[PLACES];
    double lines; /* that a block will have room for */
};

static struct place *place_of(struct reuse *r, uintptr_t what) {
    return simt_place_of(r->places, sizeof *r->places, PLACES_LOG2, what);
}

static bool is_cached(const struct simt_warp_operation *o) {
    return o->kind == SIMT_DOES_LOAD || o->kind == SIMT_DOES_STORE;
}

/** Uses of lines that were close were less far apart than the close cache has lines. */
static double apart_of(const struct simt_warp_operation *o, double close_lines) {
    return fmax(simt_lines_apart(o->apart), fmax(1, close_lines));
}

static void count(struct reuse *r, const struct simt_sample *sample, const struct simt_warp_operation *o,
                  bool is_large) {
    struct place *place = is_cached(o) && o->known > 0 ? place_of(r, o->what) : NULL;
    if (!place)
        return;
    struct uses *uses = is_large ? &place->large : &place->small;
    place->is_local = o->is_local;
    uses->count++;
    uses->close += o->apart == 0;
    uses->apart += log2(apart_of(o, sample->close_lines));
}

static void count_sample(struct reuse *r, const struct simt_sample *sample, bool is_large) {
    for (uint32_t b = 0; b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++)
            for (uint32_t i = 0; i < sample->blocks[b].warps[w].count; i++)
                count(r, sample, &sample->blocks[b].warps[w].operations[i], is_large);
}

static double mean_apart(const struct uses *uses) { return exp2(uses->apart / uses->count); }

/** Where most uses were close at the first size, and further apart at the second, all that is known is that
 * they grow: they are taken to do so as rows do. */
static double power_of(const struct place *p, const struct simt_sizes *s) {
    const double apart1 = mean_apart(&p->small), apart2 = mean_apart(&p->large);
    if (2 * p->small.close > p->small.count && 2 * p->large.close < p->large.count && apart2 > apart1)
        return 1;
    const double power = simt_power(s->n1, apart1, s->n2, apart2);
    return power < GROWS ? 0 : fmin(power, 1);
}

static void find_growth(struct reuse *r, const struct simt_sizes *s) {
    for (struct place *p = r->places; p < r->places + PLACES; p++)
        p->growth =
            p->small.count > 0 && p->large.count > 0 && !p->is_local ? pow(s->n / s->n2, power_of(p, s)) : 1;
}

/** The part of uses so far apart that find their line: new lines take a place at random, and only those come
 * in that are not found. Of D lines and L places it is h = exp(-(1 - h) D / L), all up to L lines. */
static double part_there(double apart, double lines) {
    enum { ROUNDS = 40 };
    const double full = apart / fmax(1, lines);
    double part = 0;
    if (full <= 1)
        return 1;
    for (int i = 0; i < ROUNDS; i++)
        part = exp(-(1 - part) * full);
    return part;
}

/** What the load has to bring in the store behind it changes: it will have to be written back. */
static void tell_store_behind(struct simt_warp_operation *o, const struct simt_warp_operation *load) {
    o->own = o->whole = load->own < o->own_far ? load->own : o->own_far;
}

static void tell_store(struct simt_warp_operation *o, double part) {
    if (o->own < o->own_far)
        o->own = (uint8_t)round(o->own_far - part * (o->own_far - o->own));
}

static void tell_load(struct simt_warp_operation *o, double part) {
    const double near = fmin(o->near, o->close + part * (o->known - o->close));
    const uint8_t lost = (uint8_t)(o->near - round(near));
    o->near = (uint8_t)(o->near - lost);
    o->beyond = (uint8_t)(o->beyond + lost);
    if (o->own < o->own_far)
        o->own = (uint8_t)fmin(o->own_far, o->own + lost);
}

/** The load of the same lines that a store comes behind; NULL if none does. */
static const struct simt_warp_operation *load_before(const struct simt_warp_operation *o,
                                                     const struct simt_warp_operation *first) {
    unsigned left = o->kind == SIMT_DOES_STORE ? o->reuse : 0;
    const struct simt_warp_operation *before = o;
    while (left > 0 && before > first) {
        before--;
        left -= simt_is_global(before);
    }
    return before < o && left == 0 && before->kind == SIMT_DOES_LOAD && before->passes == o->passes ? before
                                                                                                    : NULL;
}

static void tell_anew(struct reuse *r, struct simt_warp_operation *o,
                      const struct simt_warp_operation *first) {
    const struct simt_warp_operation *load = load_before(o, first);
    if (load) {
        tell_store_behind(o, load);
        return;
    }
    const bool may_change = is_cached(o) && o->near <= o->known && o->known != o->close;
    const struct place *place = may_change ? place_of(r, o->what) : NULL;
    if (!place)
        return;
    const double part = part_there(simt_lines_apart(o->apart) * place->growth, r->lines);
    (o->kind == SIMT_DOES_STORE ? tell_store : tell_load)(o, part);
}

void simt_reuse_grow(struct simt_sample *grown, const struct simt_sample *small,
                     const struct simt_sample *large, const struct simt_sizes *sizes, double beside) {
    struct reuse *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->lines = large->near_lines * large->beside / beside;
    count_sample(r, small, false);
    count_sample(r, large, true);
    find_growth(r, sizes);
    for (uint32_t b = 0; b < grown->count; b++)
        for (uint32_t w = 0; w < grown->blocks[b].count; w++) {
            struct simt_warp_sample *warp = &grown->blocks[b].warps[w];
            for (uint32_t i = 0; i < warp->count; i++)
                tell_anew(r, &warp->operations[i], warp->operations);
        }
    grown->own = large->own_far;
    grown->local = large->local_far;
    free(r);
}
