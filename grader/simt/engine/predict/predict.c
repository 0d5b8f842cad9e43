// How long a part of the launches takes that was noted only: each launch is timed as the same one of a part
// that ran, scaled to the size at which it was noted.
#include <math.h>
#include <stdio.h>

#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/model/parts.h"
#include "engine/model/sample.h"
#include "engine/predict/alike.h"
#include "engine/predict/growth.h"
#include "engine/predict/scaling.h"
#include "engine/report/lines.h"
#include "engine/timing/launch_time.h"
#include "engine/timing/timeline.h"
#include "simt/simt.h"

enum { GRANULE = 64 };

/** The parts of a prediction, and where its reason goes if there is none. */
struct parts {
    const struct simt_part *small, *large, *dry;
    const struct simt_series *series;
    double memory; /* bytes that are touched at the size of the dry one */
    char *why;
    size_t why_size;
};

static bool refuse(const struct parts *parts, const char *words) {
    snprintf(parts->why, parts->why_size, "%s", words);
    return false;
}

/** What launches do with device memory, in granules. */
struct work {
    double input;   /* loaded of what no launch has touched: of the program's input */
    double touched; /* loaded and stored, by each launch for the first time */
    double bytes;   /* loaded and stored, in bytes, each as often as it is */
};

static struct work work_of(const struct simt_part *part) {
    struct work work = {0};
    for (size_t k = part->launches.from; k < part->launches.to; k++) {
        const struct simt_kernel_record *record = simt_kernel_get(k);
        work.input += record->sample ? (double)record->sample->input_touches : 0;
        work.touched += record->sample ? simt_touched_by(record) : 0;
        work.bytes += simt_bytes_of(record);
    }
    return work;
}

static double touched_bytes(const struct simt_part *part) {
    double granules = 0;
    for (size_t k = part->launches.from; k < part->launches.to; k++) {
        const struct simt_sample *s = simt_kernel_get(k)->sample;
        if (s)
            granules += (double)(s->first_touches + s->first_writes - s->carried);
    }
    return granules * GRANULE;
}

/** Bytes that the program touches at the size to come, whatever its threads. */
static double memory_at(const struct simt_part *p1, const struct simt_part *p2, double n) {
    const struct simt_sizes sizes = {p1->n, p2->n, n, .threads1 = 1, .threads2 = 1, .threads = 1};
    return touched_bytes(p2) * simt_growth(&sizes, touched_bytes(p1), touched_bytes(p2));
}

/** Finds the launches of the small runs that are like one of the dry part. */
static bool find_alike(const struct parts *all, size_t launch, struct simt_runs *runs) {
    enum simt_found how1 = SIMT_FOUND_ELSEWHERE, how2 = SIMT_FOUND_ELSEWHERE;
    const size_t at2 =
        simt_launch_alike(all->series, launch, all->dry->launches, all->large->launches, &how2);
    if (at2 == SIZE_MAX)
        return refuse(all, "a kernel is launched that the small runs do not launch");
    const size_t at1 = simt_launch_alike(all->series, at2, all->large->launches, all->small->launches, &how1);
    const bool is_one = how1 != SIMT_FOUND_ELSEWHERE && how2 != SIMT_FOUND_ELSEWHERE;
    runs->dry = simt_kernel_get(launch);
    runs->at2 = simt_kernel_get(at2);
    runs->at1 = is_one && simt_kernel_get(at1)->sample ? simt_kernel_get(at1) : NULL;
    runs->is_level = how2 == SIMT_FOUND_NEAREST;
    if (!runs->at2->sample || runs->at2->sample->count == 0 || runs->at2->ended_early)
        return refuse(all, "a launch of the small runs ended early");
    return true;
}

/** The launch at place @p k of the list as it would be. @return false if that is not known */
static bool scale_launch(const struct parts *all, size_t k, struct simt_scaled *scaled) {
    struct simt_runs runs = {
        .n1 = all->small->n, .n2 = all->large->n, .n = all->dry->n, .memory = all->memory};
    if (!find_alike(all, k, &runs))
        return false;
    *scaled = simt_scaled_launch(&runs);
    return true;
}

/** Launches that touch so much less than the small runs let expect leave work out: nobody sees their answer.
 * Of 180 tasks of correct submissions one has 1.17 of what it touches, and the others less. */
static const double INPUT_LEFT_OUT = 1.5, TOUCHED_LEFT_OUT = 1.3, THIN = 1.5;

/** How many times more is expected than is done; 1 if that is not much. */
static double too_little(const struct parts *all, double at1, double at2, double done, double much) {
    const struct simt_sizes sizes = {.n1 = all->small->n, .n2 = all->large->n, .n = all->dry->n};
    const double expected = at2 * simt_power_growth(&sizes, at1, at2, 1);
    return done > 0 && expected > much * done ? expected / done : 1;
}

/** What is accessed of each byte that is touched, as far as it is accessed once. */
static double density_of(const struct work *work) {
    return work->touched > 0 ? fmin(1, work->bytes / (GRANULE * work->touched)) : 0;
}

/** How many times more than @p done accesses what it touches there are at least, if the small runs show how
 * it is accessed. Of a run that did needless work, the smaller the size the more, the growth would say
 * otherwise. */
static double too_thin(const struct work *at2, const struct work *done) {
    const double before = density_of(at2), now = density_of(done);
    return now > 0 && before > THIN * now ? before / now : 1;
}

/** How many times longer kernels would take if they left nothing out. */
static double left_out(const struct parts *all, const struct work *done) {
    const struct work at1 = work_of(all->small), at2 = work_of(all->large);
    const double input = too_little(all, at1.input, at2.input, done->input, INPUT_LEFT_OUT);
    const double touched = too_little(all, at1.touched, at2.touched, done->touched, TOUCHED_LEFT_OUT);
    return fmax(fmax(input, touched), too_thin(&at2, done));
}

/** Launches with one bound. */
struct spent_on {
    double us;         /* of all of them */
    double bound_us;   /* of it, for as long as the bound's part is busy, or warps wait for it */
    double longest_us; /* of the longest one */
    size_t longest;    /* its place in the list of kernels */
    uintptr_t place;   /* where most of its bound is: a code address; 0: unknown */
};

/** All launches, by their bound. Zeroed, it has none. */
struct spent {
    struct spent_on kernels[SIMT_BOUNDS]; /* by bound */
};

/** Adds a launch. */
static void spend(struct spent *spent, size_t kernel, const struct simt_launch_time *time) {
    struct spent_on *on = &spent->kernels[time->bounded.bound];
    on->us += time->us;
    on->bound_us += time->us * time->bounded.share;
    if (time->us <= on->longest_us)
        return;
    on->longest_us = time->us;
    on->longest = kernel;
    on->place = time->bounded.place;
}

static enum simt_bound most_of_kernels(const struct spent *spent) {
    enum simt_bound most = SIMT_BOUND_NONE;
    for (int i = 0; i < SIMT_BOUNDS; i++)
        if (spent->kernels[i].us > spent->kernels[most].us)
            most = (enum simt_bound)i;
    return most;
}

static void name_place(uintptr_t place, struct simt_prediction *out) {
    struct simt_line line;
    if (place && simt_line_of(place, &line)) {
        out->file = line.file;
        out->line = line.line;
    }
}

/** Finds what most of the time is spent on: launches with one bound, or launching, copies, the host's own
 * work.
 * @param out  has the time; receives the bound, its share, its file and its line
 * @return the bound; SIMT_BOUND_NONE if it is not in kernels */
static enum simt_bound spent_most(const struct spent *spent, const struct simt_timeline *line,
                                  struct simt_prediction *out) {
    const struct {
        const char *name;
        double us;
    } others[] = {{"launch", line->launches}, {"copies", line->copies}, {"host", line->host_own}};
    const enum simt_bound bound = most_of_kernels(spent);
    const struct spent_on *on = &spent->kernels[bound];
    double most = on->us;
    out->bound = simt_bound_name(bound);
    out->share = on->bound_us / out->us;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].us > most) {
            most = others[i].us;
            out->bound = others[i].name;
            out->share = most / out->us;
        }
    if (most > on->us)
        return SIMT_BOUND_NONE;
    name_place(on->place, out);
    return bound;
}

/** Adds what the host does in the dry part, call by call. @param work receives what its launches do
 * @return false if a launch has no time */
static bool add_calls(const struct parts *all, struct simt_timeline *line, struct spent *spent,
                      struct work *work) {
    for (size_t i = all->dry->first_call; i < all->dry->end_call; i++) {
        const struct simt_host_call *call = simt_host_call_get(i);
        struct simt_launch_time time = {.us = 0};
        struct simt_scaled scaled;
        if (call->kind == SIMT_CALL_LAUNCH) {
            if (!scale_launch(all, call->kernel, &scaled))
                return false;
            time = simt_launch_time(&scaled.like, simt_profile(), &scaled.scale);
            work->input += scaled.input;
            work->touched += scaled.touched;
            work->bytes += scaled.bytes;
            simt_scaled_free(&scaled);
            spend(spent, call->kernel, &time);
        }
        simt_timeline_call(line, call, time.us, simt_profile());
    }
    simt_timeline_host_work(line, all->dry->accessed, simt_profile());
    return true;
}

/** The longest launch with a bound is timed without it; the others with that bound are taken to gain as much.
 */
static double gain_without(const struct parts *all, const struct spent *spent, enum simt_bound bound) {
    const struct spent_on *on = &spent->kernels[bound];
    struct simt_scaled scaled;
    if (on->longest_us <= 0 || !scale_launch(all, on->longest, &scaled))
        return 0;
    const double us = simt_launch_time_without(&scaled.like, simt_profile(), &scaled.scale, bound).us;
    simt_scaled_free(&scaled);
    return us < on->longest_us ? on->us * (1 - us / on->longest_us) : 0;
}

/** A program that copies within the device alone has a time, but not one that leaves its kernels out where
 * they are only noted. */
static bool has_work(const struct parts *all, const struct simt_prediction *out) {
    return out->kernels_us > 0 ||
           (all->large->launches.from == all->large->launches.to && out->copies_us > 0);
}

static bool predict(const struct parts *all, struct simt_prediction *out) {
    struct simt_timeline line = {.accessed = all->dry->accessed_before};
    struct spent spent = {0};
    struct work work = {0};
    if (!add_calls(all, &line, &spent, &work))
        return false;
    const double more = line.kernels * (left_out(all, &work) - 1);
    out->us = simt_timeline_us(&line) + more;
    out->kernels_us = line.kernels + more;
    out->launches_us = line.launches;
    out->copies_us = line.copies;
    out->host_us = line.host_own;
    out->touched = GRANULE * work.touched;
    if (!has_work(all, out))
        return refuse(all, "no kernel is launched");
    const enum simt_bound bound = spent_most(&spent, &line, out);
    out->without_us =
        out->us - (bound == SIMT_BOUND_NONE ? out->share * out->us : gain_without(all, &spent, bound));
    return true;
}

bool simt_predict(int small, int large, int dry, struct simt_prediction *out, char *why, size_t why_size) {
    struct parts all = {.small = simt_part_get(small),
                        .large = simt_part_get(large),
                        .dry = simt_part_get(dry),
                        .why = why,
                        .why_size = why_size};
    *out = (struct simt_prediction){.bound = "nothing", .file = ""};
    if (!all.small || !all.large || !all.dry || !(all.large->n > 0))
        return refuse(&all, "a run is missing");
    struct simt_series *series = simt_series_new();
    all.series = series;
    all.memory = memory_at(all.small, all.large, all.dry->n);
    const bool good = predict(&all, out);
    simt_series_free(series);
    return good;
}
