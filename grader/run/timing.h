/**
 * @file timing.h
 * @brief Effective bandwidth: predicted for a device, and modelled from the CPU engine's counters.
 */
#ifndef WARPLAB_TIMING_H
#define WARPLAB_TIMING_H

#include "grading.h"

/** Takes the modelled time of the task's measured case. */
void timing_model(const struct grading *grading, struct backend_run *run, size_t task);
/** What a calibration calls the rate of each limit, in the runner's reply and in a report. */
extern const char *const timing_rate_names[LIMIT_COUNT];
/** What the task's reference is predicted to reach on a calibrated device, in 10^9 bytes a second. */
double timing_prediction(const struct spec_bandwidth *spec, const struct calibration *device,
                         enum backend backend);
/** The share of the prediction up to which there are no points. */
double timing_zero_at(const struct spec_bandwidth *spec, enum backend backend);
/** The share of the prediction from which on there are all points. */
double timing_full_at(const struct spec_bandwidth *spec, enum backend backend);

#endif
