// Effective bandwidth: what a device is predicted to reach, and what the CPU engine's counters amount to.
#include "timing.h"

#include <stdio.h>

#include "reports.h"

double timing_prediction(const struct spec_bandwidth *spec, const struct calibration *device) {
    const double memory = spec->bytes_per_element / device->copy_gbps;
    const double issue = spec->instructions_per_element / device->issue_gips;
    return spec->bytes_per_element / (memory > issue ? memory : issue);
}

void timing_model(const struct grading *grading, struct backend_run *run, size_t task) {
    const struct spec_task *spec = &grading->lab->tasks[task];
    struct bandwidth *bandwidth = &run->bandwidths[task];
    *bandwidth = (struct bandwidth){.task = spec};
    if (spec->points[CHECK_BANDWIDTH] == 0)
        return;
    const size_t i = grading_measured_case(grading, spec);
    const struct outcome *outcome = i < grading->plan.count ? grading_outcome(run, i) : NULL;
    struct counters counters;
    if (!outcome || !run->calibration.known || !reports_counters(outcome->report, &counters)) {
        snprintf(bandwidth->problem, sizeof bandwidth->problem, "the engine counted nothing");
        return;
    }
    if (counters.modelled_us <= 0) {
        snprintf(bandwidth->problem, sizeof bandwidth->problem, "no kernel did any work");
        return;
    }
    bandwidth->n = grading->plan.cases[i].n;
    bandwidth->bytes = spec->bandwidth.bytes_per_element * bandwidth->n;
    bandwidth->gbps = bandwidth->bytes / counters.modelled_us / 1e3;
    bandwidth->reference_gbps = timing_prediction(&spec->bandwidth, &run->calibration);
    bandwidth->known = true;
}
