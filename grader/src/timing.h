/**
 * @file timing.h
 * @brief Effective bandwidth: measured on a GPU, or modelled from the CPU engine's counters.
 */
#ifndef WARPLAB_TIMING_H
#define WARPLAB_TIMING_H

#include "grading.h"

/** Asks the backend's runner what its device can do. */
void timing_calibrate(const struct grading *grading, struct backend_run *run);
/** Times one task on a GPU: every repetition has an input of its own, and every answer is checked. */
void timing_measure(const struct grading *grading, struct backend_run *run, size_t task);
/** Takes the modelled time of the task's measured case. */
void timing_model(const struct grading *grading, struct backend_run *run, size_t task);
/** What the task's reference is predicted to reach on a calibrated device, in 10^9 bytes a second. */
double timing_prediction(const struct spec_bandwidth *spec, const struct calibration *device);

#endif
