// How long a part of the launches takes that was noted only: each launch is timed as the same one of a part
// that ran, scaled to the size at which it was noted.
#include <stdio.h>
#include <stdlib.h>

#include "engine/model/host_calls.h"
#include "engine/model/host_work.h"
#include "engine/model/kernels.h"
#include "engine/model/parts.h"
#include "engine/model/sample.h"
#include "engine/timing/alike.h"
#include "engine/timing/growth.h"
#include "engine/timing/launch_time.h"
#include "engine/timing/scaling.h"
#include "engine/timing/timeline.h"
#include "simt/simt.h"

enum { MOST_PARTS = 16, GRANULE = 64 };

struct part {
    double n;
    struct simt_launch_range launches;
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
                                      .launches = {before->launches.to, simt_kernel_count()},
                                      .first_call = before->end_call,
                                      .end_call = simt_host_call_count(),
                                      .accessed_before = before->accessed,
                                      .accessed = simt_host_work.accessed_bytes};
    return part_count++;
}

static double touched_bytes(const struct part *part) {
    double granules = 0;
    for (size_t k = part->launches.from; k < part->launches.to; k++) {
        const struct simt_sample *s = simt_kernel_get(k)->sample;
        if (s)
            granules += (double)(s->first_touches + s->first_writes - s->carried);
    }
    return granules * GRANULE;
}

static bool refuse(char *why, size_t why_size, const char *words) {
    snprintf(why, why_size, "%s", words);
    return false;
}

/** Bytes that the program touches at the size to come, whatever its threads. */
static double memory_at(const struct part *p1, const struct part *p2, double n) {
    const struct simt_sizes sizes = {p1->n, p2->n, n, .threads1 = 1, .threads2 = 1, .threads = 1};
    return touched_bytes(p2) * simt_growth(&sizes, touched_bytes(p1), touched_bytes(p2));
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
    const struct simt_series *series;
    double memory; /* bytes that are touched at the size of the dry one */
};

/** The same launch in the small runs. @return false with a reason if there is none */
static bool find_alike(const struct three_parts *all, size_t launch, struct simt_runs *runs, char *why,
                       size_t why_size) {
    enum simt_found how1 = SIMT_FOUND_ELSEWHERE, how2 = SIMT_FOUND_ELSEWHERE;
    const size_t at2 =
        simt_launch_alike(all->series, launch, all->dry->launches, all->large->launches, &how2);
    if (at2 == SIZE_MAX)
        return refuse(why, why_size, "a kernel is launched that the small runs do not launch");
    const size_t at1 = simt_launch_alike(all->series, at2, all->large->launches, all->small->launches, &how1);
    const bool is_one = how1 != SIMT_FOUND_ELSEWHERE && how2 != SIMT_FOUND_ELSEWHERE;
    runs->dry = simt_kernel_get(launch);
    runs->at2 = simt_kernel_get(at2);
    runs->at1 = is_one && simt_kernel_get(at1)->sample ? simt_kernel_get(at1) : NULL;
    runs->is_level = how2 == SIMT_FOUND_NEAREST;
    if (!runs->at2->sample || runs->at2->sample->count == 0 || runs->at2->ended_early)
        return refuse(why, why_size, "a launch of the small runs ended early");
    return true;
}

/** The time of the launch at place @p k of the list. @return false with the reason in @p why */
static bool time_launch(const struct three_parts *all, size_t k, struct simt_launch_time *time, char *why,
                        size_t why_size) {
    struct simt_runs runs = {
        .n1 = all->small->n, .n2 = all->large->n, .n = all->dry->n, .memory = all->memory};
    if (!find_alike(all, k, &runs, why, why_size))
        return false;
    struct simt_scaled scaled = simt_scaled_launch(&runs);
    *time = simt_launch_time(&scaled.like, simt_profile(), &scaled.scale);
    if (getenv("SIMT_SHOW_MODEL"))
        show(&scaled.like, &scaled.scale, time);
    simt_scaled_free(&scaled);
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
    return out->kernels_us > 0 ||
           (all->large->launches.from == all->large->launches.to && out->copies_us > 0);
}

/** Adds what the host does in the dry part, call by call. @return false with the reason in @p why */
static bool add_calls(const struct three_parts *all, struct simt_timeline *line, struct simt_prediction *out,
                      double *heaviest, char *why, size_t why_size) {
    for (size_t i = all->dry->first_call; i < all->dry->end_call; i++) {
        const struct simt_host_call *call = simt_host_call_get(i);
        struct simt_launch_time time = {.us = 0};
        if (call->kind == SIMT_CALL_LAUNCH && !time_launch(all, call->kernel, &time, why, why_size))
            return false;
        simt_timeline_call(line, call, time.us, simt_profile());
        if (time.us <= *heaviest)
            continue;
        *heaviest = time.us;
        out->bound = simt_bound_name(time.bounded.bound);
    }
    simt_timeline_host_work(line, all->dry->accessed, simt_profile());
    return true;
}

bool simt_predict(int small, int large, int dry, struct simt_prediction *out, char *why, size_t why_size) {
    struct three_parts all = {.small = part_at(small), .large = part_at(large), .dry = part_at(dry)};
    double heaviest = 0;
    *out = (struct simt_prediction){.bound = "nothing", .file = ""};
    if (!all.small || !all.large || !all.dry || !(all.large->n > 0))
        return refuse(why, why_size, "a run is missing");
    struct simt_timeline line = {.accessed = all.dry->accessed_before};
    struct simt_series *series = simt_series_new();
    all.series = series;
    all.memory = memory_at(all.small, all.large, all.dry->n);
    const bool good = add_calls(&all, &line, out, &heaviest, why, why_size);
    simt_series_free(series);
    if (!good)
        return false;
    fill_in(out, &line, heaviest);
    return has_work(&all, out) || refuse(why, why_size, "no kernel is launched");
}
