/**
 * @file timing.h
 * @brief Effective bandwidth: predicted for a device, and modelled from the CPU engine's counters.
 */
#ifndef WARPLAB_TIMING_H
#define WARPLAB_TIMING_H

#include "grading.h"

/** Takes the modelled time of the task's measured case. */
void timing_model(const struct grading *grading, struct backend_run *run, size_t task);
/** What the task's reference is predicted to reach on a calibrated device, in 10^9 bytes a second. */
double timing_prediction(const struct spec_bandwidth *spec, const struct calibration *device);

#endif
