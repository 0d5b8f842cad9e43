// From a graded solution, or naive way, to what is recorded of it.
#include "references.h"

#include <stdio.h>

#include "reports.h"

static double all_of(const double *of, enum counter_traffic first, enum counter_traffic last) {
    double sum = 0;
    for (size_t i = first; i <= last; i++)
        sum += of[i];
    return sum;
}

bool references_counted(const struct grading *grading, size_t task, struct speed_counted *counted) {
    const size_t i = grading_measured_case(grading, &grading->lab->tasks[task]);
    const struct outcome *outcome = i < grading->plan.count ? grading_outcome(&grading->cpu, i) : NULL;
    struct counters c;
    if (!outcome || !reports_counters(outcome->report, &c))
        return false;
    *counted = (struct speed_counted){.n = grading->plan.cases[i].n,
                                      .launches = c.launches,
                                      .sectors = all_of(c.transactions, GLOBAL_LOAD, GLOBAL_ATOMIC),
                                      .wavefronts = all_of(c.transactions, SHARED_LOAD, SHARED_ATOMIC),
                                      .atomics = c.requests[GLOBAL_ATOMIC] + c.requests[SHARED_ATOMIC],
                                      .barriers = c.barriers,
                                      .instructions = c.warp_instructions};
    return true;
}

bool references_speed(const struct grading *grading, size_t task, struct speed *speed, struct error *error) {
    const struct bandwidth *b = &grading->cpu.bandwidths[task];
    if (!b->known)
        return error_set(error, "%s of %s: %.800s", grading->lab->tasks[task].name, grading->lab->name,
                         b->error.text);
    const struct prediction *p = &b->prediction;
    *speed = (struct speed){.n = b->n,
                            .us = p->us,
                            .kernels_us = p->kernels_us,
                            .launches_us = p->launches_us,
                            .copies_us = p->copies_us,
                            .host_us = p->host_us,
                            .share = p->share,
                            .instructions = p->instructions};
    snprintf(speed->bound, sizeof speed->bound, "%s", p->bound);
    return true;
}

struct speed_profile references_profile(const struct grading *grading) {
    const struct calibration *device = &grading->cpu.calibration;
    struct speed_profile profile = {.multiprocessors = device->multiprocessors,
                                    .clock_mhz = device->clock_mhz,
                                    .copy_gbps = device->copy_gbps};
    snprintf(profile.name, sizeof profile.name, "%.31s", device->device);
    return profile;
}
