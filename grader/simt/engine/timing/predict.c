// How long a part of the launches takes that was noted only: each launch is timed as the same one of a part
// that ran, scaled to the size at which it was noted.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/host_calls.h"
#include "engine/model/host_work.h"
#include "engine/model/kernels.h"
#include "engine/model/parts.h"
#include "engine/model/sample.h"
#include "engine/timing/grown.h"
#include "engine/timing/launch_time.h"
#include "engine/timing/timeline.h"
#include "simt/simt.h"

enum { MOST_PARTS = 16, GRANULE = 64 };

struct part {
    double n;
    size_t from, to;             /* its launches */
    size_t first_call, end_call; /* of the host */
    uint64_t accessed_before;    /* bytes that host code had read and written when it began */
    uint64_t accessed;           /* and when it ended */
};

static struct part parts[MOST_PARTS];
static int part_count;

static unsigned part_now;

unsigned simt_part_now(void) { return part_now; }

void simt_parts_clear(void) {
    part_count = 0;
    part_now++;
}

int simt_part_end(double n) {
    part_now++;
    if (part_count == MOST_PARTS)
        return -1;
    const struct part *before = part_count ? &parts[part_count - 1] : &(const struct part){0};
    parts[part_count] = (struct part){.n = n,
                                      .from = before->to,
                                      .to = simt_kernel_count(),
                                      .first_call = before->end_call,
                                      .end_call = simt_host_call_count(),
                                      .accessed_before = before->accessed,
                                      .accessed = simt_host_work.accessed_bytes};
    return part_count++;
}

static double volume(struct simt_dim3 d) { return (double)d.x * d.y * d.z; }

/** How alike two launches are: the same kernel from the same place, the same kernel, one template's. */
enum likeness { SAME_TEMPLATE, SAME_KERNEL, SAME_PLACE, LIKENESSES };

static bool is_like(const struct simt_kernel_record *a, const struct simt_kernel_record *b,
                    enum likeness likeness) {
    if (likeness == SAME_TEMPLATE) {
        const size_t length = strcspn(a->name, "<[");
        return length == strcspn(b->name, "<[") && strncmp(a->name, b->name, length) == 0;
    }
    return strcmp(a->name, b->name) == 0 && (likeness == SAME_KERNEL || a->launched_at == b->launched_at);
}

/** The i-th launch like that one in a part, or its last; NULL if it has none.
 * @param exact receives whether it is the i-th */
static const struct simt_kernel_record *
launch_of(const struct part *part, const struct simt_kernel_record *like, size_t i, bool *exact) {
    const struct simt_kernel_record *found = NULL;
    *exact = false;
    for (int likeness = LIKENESSES - 1; likeness >= 0 && !found; likeness--)
        for (size_t k = part->from, left = i + 1; k < part->to && left > 0; k++)
            if (is_like(simt_kernel_get(k), like, (enum likeness)likeness)) {
                found = simt_kernel_get(k);
                *exact = --left == 0 && likeness == SAME_PLACE;
            }
    return found;
}

static size_t launches_before(const struct part *part, size_t k) {
    size_t before = 0;
    for (size_t i = part->from; i < k; i++)
        before += is_like(simt_kernel_get(i), simt_kernel_get(k), SAME_PLACE);
    return before;
}

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

static double power_of(double n1, double v1, double n2, double v2) {
    return v1 > 0 && v2 > 0 && n1 != n2 ? log(v2 / v1) / log(n2 / n1) : 1;
}

static double threads_of(const struct simt_kernel_record *r) { return volume(r->grid) * volume(r->block); }

/** The same launch at two sizes. */
struct two_runs {
    double n1, n2;
    const struct simt_kernel_record *r1, *r2; /* r1 may be NULL */
};

/* The threads of a grid grow as a power of the size. What a thread does is a constant and a part that grows
 * with the size, or a power of it if it grows faster, such as where the grid was not full. A grid smaller
 * than expected has threads that do more: the work is as much. */
static double growth(const struct two_runs *runs, double (*figure)(const struct simt_kernel_record *),
                     double n, double threads) {
    const double b2 = threads_of(runs->r2), w2 = figure(runs->r2), b1 = runs->r1 ? threads_of(runs->r1) : 0;
    const double w1 = runs->r1 ? figure(runs->r1) : 0;
    if (w1 <= 0 || w2 <= 0 || runs->n1 == runs->n2)
        return threads / b2;
    const double expected = b2 * pow(n / runs->n2, power_of(runs->n1, b1, runs->n2, b2));
    const double each1 = w1 / b1, each2 = w2 / b2;
    const double slope = (each2 - each1) / (runs->n2 - runs->n1);
    const double power = power_of(runs->n1, each1, runs->n2, each2);
    if (power > 1)
        return pow(n / runs->n2, fmin(power, 3)) * expected / b2;
    if (slope <= 0.05 * each2 / runs->n2)
        return fmax(expected, threads) / b2;
    return fmax(1, 1 + slope * (n - runs->n2) / each2) * expected / b2;
}

static double touched_bytes(const struct part *part) {
    double granules = 0;
    for (size_t k = part->from; k < part->to; k++) {
        const struct simt_sample *s = simt_kernel_get(k)->sample;
        if (s)
            granules += (double)(s->first_touches + s->first_writes - s->carried);
    }
    return granules * GRANULE;
}

/** How a figure grows that is a power of the size, of at most @p most. */
static double power_growth(double n1, double v1, double n2, double v2, double n, double most) {
    return pow(n / n2, fmax(0, fmin(most, power_of(n1, v1, n2, v2))));
}

static double far_distance(const struct simt_sample *s) { return s->again_distance + s->carried_distance; }

static struct simt_scale scale_of(const struct two_runs *runs, double n, const struct simt_kernel_record *r) {
    const double threads = threads_of(r);
    struct simt_scale scale = {.blocks = volume(r->grid), .work = growth(runs, requests_of, n, threads)};
    scale.issue = growth(runs, instructions_of, n, threads) / scale.work;
    scale.updates = growth(runs, updates_of, n, threads);
    if (!runs->r1) {
        scale.distance = n / runs->n2;
        scale.last = 1;
        scale.region_updates = scale.updates;
        return scale;
    }
    const struct simt_sample *s1 = runs->r1->sample, *s2 = runs->r2->sample;
    const double n1 = runs->n1, n2 = runs->n2;
    const double last1 = (double)simt_sample_longest(&s1->last),
                 last2 = (double)simt_sample_longest(&s2->last);
    scale.last = last1 > 0 && last2 > last1 ? 1 + (last2 - last1) / last2 * (n - n2) / (n2 - n1) : 1;
    scale.distance = power_growth(n1, far_distance(s1), n2, far_distance(s2), n, 1);
    scale.region_updates = power_growth(n1, s1->region_passes, n2, s2->region_passes, n, 3);
    return scale;
}

static bool refuse(char *why, size_t why_size, const char *words) {
    snprintf(why, why_size, "%s", words);
    return false;
}

static const struct part *part_at(int i) { return i >= 0 && i < part_count ? &parts[i] : NULL; }

static void show(const struct simt_kernel_record *r, const struct simt_scale *scale,
                 const struct simt_launch_time *t) {
    const struct simt_simulated *s = &t->simulated;
    fprintf(
        stderr,
        "model: %s blocks %.0f work x%.4g us %.2f bound %s resident %.0f regs %u first %.2f | busy issue "
        "%.2f units %.2f shared %.2f port %.2f l2 %.2f dram %.2f | waits issue %.2f arith %.2f mem %.2f bw "
        "%.2f sh %.2f at %.2f bar %.2f | ops %llu\n",
        r->name, scale->blocks, scale->work, t->us, simt_bound_name(t->bounded.bound), t->resident,
        r->sample ? r->sample->registers : 0, scale->memory / 1e6, s->busy[0], s->busy[1], s->busy[2],
        s->busy[3], s->busy[4], s->busy[5], s->waits[0], s->waits[1], s->waits[2], s->waits[3], s->waits[4],
        s->waits[5], s->waits[6], (unsigned long long)s->operations);
}

/** The parts of a prediction. */
struct three_parts {
    const struct part *small, *large, *dry;
    double memory; /* bytes that are touched at the size of the dry one */
};

/** The time of the launch at place @p k of the list. @return false with the reason in @p why */
static bool time_launch(const struct three_parts *parts_of, size_t k, struct simt_launch_time *time,
                        char *why, size_t why_size) {
    const struct part *p1 = parts_of->small, *p2 = parts_of->large, *p = parts_of->dry;
    const struct simt_kernel_record *r = simt_kernel_get(k);
    const size_t before = launches_before(p, k);
    bool exact1, exact2;
    const struct simt_kernel_record *r1 = launch_of(p1, r, before, &exact1);
    const struct simt_kernel_record *r2 = launch_of(p2, r, before, &exact2);
    if (!r2)
        return refuse(why, why_size, "a kernel is launched that the small runs do not launch");
    if (!r2->sample || r2->sample->count == 0 || r2->ended_early)
        return refuse(why, why_size, "a launch of the small runs ended early");
    const struct two_runs runs = {p1->n, p2->n, exact1 && exact2 && r1->sample ? r1 : NULL, r2};
    struct simt_scale scale = scale_of(&runs, p->n, r);
    scale.memory = parts_of->memory;
    struct simt_kernel_record like = *r2;
    double requests = 1;
    struct simt_sample *grown = NULL;
    if (runs.r1) {
        const struct simt_growth growth = {r1->sample,     r2->sample,     p1->n, p2->n,
                                           threads_of(r1), threads_of(r2), p->n,  threads_of(r)};
        grown = simt_sample_grown(&growth, &requests);
    }
    if (grown) {
        const double threads = threads_of(r) / threads_of(r2);
        const double left = scale.work / (requests * threads);
        like.sample = grown;
        scale.work = left > 2 || left < 0.5 ? threads * left : threads;
        scale.issue = 1;
    }
    *time = simt_launch_time(&like, simt_profile(), &scale);
    if (getenv("SIMT_SHOW_MODEL"))
        show(&like, &scale, time);
    simt_sample_free(grown);
    return true;
}

/** What takes longer than the longest kernel is what the time is spent on. */
static void hold(struct simt_prediction *out, const char *bound, double us, double *longest) {
    if (us <= *longest)
        return;
    *longest = us;
    out->bound = bound;
    out->without_us = out->us - us;
}

/** @param longest time of a kernel */
static void fill_in(struct simt_prediction *out, const struct simt_timeline *line, double longest) {
    out->us = out->without_us = simt_timeline_us(line);
    out->kernels_us = line->kernels;
    out->launches_us = line->launches;
    out->copies_us = line->copies;
    out->host_us = line->host_own;
    hold(out, "launch", out->launches_us, &longest);
    hold(out, "copies", out->copies_us, &longest);
    hold(out, "host", out->host_us, &longest);
    out->share = longest / out->us;
}

/** A program that copies within the device alone has a time, but not one that leaves its kernels out where
 * they are only noted. */
static bool has_work(const struct three_parts *all, const struct simt_prediction *out) {
    return out->kernels_us > 0 || (all->large->from == all->large->to && out->copies_us > 0);
}

bool simt_predict(int small, int large, int dry, struct simt_prediction *out, char *why, size_t why_size) {
    struct three_parts all = {.small = part_at(small), .large = part_at(large), .dry = part_at(dry)};
    struct simt_timeline line = {0};
    double heaviest = 0;
    *out = (struct simt_prediction){.bound = "nothing", .file = ""};
    if (!all.small || !all.large || !all.dry || !(all.large->n > 0))
        return refuse(why, why_size, "a run is missing");
    const struct part *p1 = all.small, *p2 = all.large, *p = all.dry;
    all.memory =
        touched_bytes(p2) * power_growth(p1->n, touched_bytes(p1), p2->n, touched_bytes(p2), p->n, 3);
    line.accessed = p->accessed_before;
    for (size_t i = p->first_call; i < p->end_call; i++) {
        const struct simt_host_call *call = simt_host_call_get(i);
        struct simt_launch_time time = {.us = 0};
        if (call->kind == SIMT_CALL_LAUNCH && !time_launch(&all, call->kernel, &time, why, why_size))
            return false;
        simt_timeline_call(&line, call, time.us, simt_profile());
        if (time.us <= heaviest)
            continue;
        heaviest = time.us;
        out->bound = simt_bound_name(time.bounded.bound);
    }
    simt_timeline_host_work(&line, p->accessed, simt_profile());
    fill_in(out, &line, heaviest);
    return has_work(&all, out) || refuse(why, why_size, "no kernel is launched");
}
