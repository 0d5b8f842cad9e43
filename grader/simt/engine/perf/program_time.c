// How long a program takes on the device: its launches, from the samples that were kept of them, and the
// host's calls.
#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/perf/launch.h"
#include "engine/perf/sample.h"
#include "engine/perf/timeline.h"
#include "simt/simt.h"

/** Launches with one bound; all of them are an array, by bound. */
struct spent {
    double us;         /* of all of them */
    double bound_us;   /* of it, for as long as the bound's part is busy, or warps wait for it */
    double longest_us; /* of the longest one */
    size_t longest;    /* its place in the list of kernels */
    uintptr_t place;   /* where most of its bound is: a code address; 0: unknown */
};

/** Adds a launch. */
static void spend(struct spent *spent, size_t kernel, const struct simt_launch_time *time) {
    struct spent *on = &spent[time->bounded.bound];
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
        if (spent[i].us > spent[most].us)
            most = (enum simt_bound)i;
    return most;
}

/** Finds what most of the time is spent on: launches with one bound, or launching, copies, the host's own
 * work.
 * @param out  has the time; receives the bound, its share, and its place
 * @return the bound; SIMT_BOUND_NONE if it is not in kernels */
static enum simt_bound spent_most(const struct spent *spent, const struct simt_timeline *line,
                                  struct simt_program_time *out) {
    const struct {
        const char *name;
        double us;
    } others[] = {{"launch", line->launches}, {"copies", line->copies}, {"host", line->host_own}};
    const enum simt_bound bound = most_of_kernels(spent);
    const struct spent *on = &spent[bound];
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
    out->place = on->place;
    return bound;
}

static double touched_granules(const struct simt_sample *sample) {
    return (double)(sample->first_touches + sample->first_writes);
}

/** Bytes that all launches together touch. */
static double memory_of_all(void) {
    double granules = 0;
    for (size_t k = 0; k < simt_kernel_count(); k++) {
        const struct simt_sample *sample = simt_kernel_get(k)->sample;
        granules += sample ? touched_granules(sample) - (double)sample->carried : 0;
    }
    return SIMT_GRANULE * granules;
}

/** Adds what the host did, call by call. @return false if a launch has no time */
static bool add_calls(double memory, struct simt_timeline *line, struct spent *spent,
                      struct simt_program_time *out) {
    for (size_t i = 0; i < simt_host_call_count(); i++) {
        const struct simt_host_call *call = simt_host_call_get(i);
        struct simt_launch_time time = {.us = 0};
        if (call->kind == SIMT_CALL_LAUNCH) {
            const struct simt_kernel_record *record = simt_kernel_get(call->kernel);
            if (!record->sample || record->sample->count == 0 || record->ended_early)
                return false;
            time = simt_launch_time(record, simt_profile(), memory, SIMT_BOUND_NONE);
            out->touched += SIMT_GRANULE * touched_granules(record->sample);
            out->instructions += record->sample->issued;
            spend(spent, call->kernel, &time);
        }
        simt_timeline_call(line, call, time.us, simt_profile());
    }
    simt_timeline_host_work(line, simt_host_work.accessed_bytes, simt_host_instructions(), simt_profile());
    return true;
}

/** The longest launch with a bound is timed without it; the others with that bound are taken to gain as much.
 */
static double gain_without(const struct spent *spent, enum simt_bound bound, double memory) {
    const struct spent *on = &spent[bound];
    if (on->longest_us <= 0)
        return 0;
    const double us = simt_launch_time(simt_kernel_get(on->longest), simt_profile(), memory, bound).us;
    return us < on->longest_us ? on->us * (1 - us / on->longest_us) : 0;
}

bool simt_time_program(struct simt_program_time *out) {
    struct simt_timeline line = {.accessed = 0};
    struct spent spent[SIMT_BOUNDS] = {0};
    const double memory = memory_of_all();
    *out = (struct simt_program_time){.bound = "nothing"};
    if (!add_calls(memory, &line, spent, out))
        return false;
    out->us = simt_timeline_us(&line);
    out->kernels_us = line.kernels;
    out->launches_us = line.launches;
    out->copies_us = line.copies;
    out->host_us = line.host_own;
    if (out->kernels_us + out->copies_us <= 0)
        return false;
    const enum simt_bound bound = spent_most(spent, &line, out);
    out->without_us =
        out->us - (bound == SIMT_BOUND_NONE ? out->share * out->us : gain_without(spent, bound, memory));
    return true;
}
