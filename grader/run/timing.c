// Effective bandwidth: what a device is predicted to reach, and what the CPU engine's counters amount to.
#include "timing.h"

#include <stdio.h>

#include "reports.h"

const char *const timing_rate_names[LIMIT_COUNT] = {
    [LIMIT_TREES] = "issue_gips",
    [LIMIT_NARROW_READS] = "narrow_read_gbps",
    [LIMIT_NARROW_COPIES] = "narrow_copy_gbps",
    [LIMIT_GLOBAL_ATOMICS] = "global_gatomics",
    [LIMIT_SHARED_ATOMICS] = "shared_gatomics",
};

// Nanoseconds an element by what limits it, if memory does not.
static double limited(const struct spec_bandwidth *spec, const struct calibration *device,
                      enum backend backend) {
    if (backend == BACKEND_GPU && spec->gpu.per_element > 0)
        return spec->gpu.per_element / device->rates[spec->gpu.limit];
    return spec->instructions_per_element / device->rates[LIMIT_TREES];
}

double timing_prediction(const struct spec_bandwidth *spec, const struct calibration *device,
                         enum backend backend) {
    const double memory = spec->bytes_per_element / device->copy_gbps;
    const double limit = limited(spec, device, backend);
    return spec->bytes_per_element / (memory > limit ? memory : limit);
}

static bool as_on_cpu(const struct spec_bandwidth *spec, enum backend backend) {
    return backend == BACKEND_CPU || spec->gpu.full_at == 0;
}

double timing_zero_at(const struct spec_bandwidth *spec, enum backend backend) {
    return as_on_cpu(spec, backend) ? spec->zero_at : spec->gpu.zero_at;
}

double timing_full_at(const struct spec_bandwidth *spec, enum backend backend) {
    return as_on_cpu(spec, backend) ? spec->full_at : spec->gpu.full_at;
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
        error_set(&bandwidth->error, "the engine counted nothing");
        return;
    }
    if (counters.modelled_us <= 0) {
        error_set(&bandwidth->error, "no kernel did any work");
        return;
    }
    bandwidth->n = grading->plan.cases[i].n;
    bandwidth->bytes = spec->bandwidth.bytes_per_element * bandwidth->n;
    bandwidth->gbps = bandwidth->bytes / counters.modelled_us / 1e3;
    bandwidth->reference_gbps = timing_prediction(&spec->bandwidth, &run->calibration, run->backend);
    bandwidth->known = true;
}
