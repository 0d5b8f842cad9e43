/**
 * @file references.h
 * @brief From a graded solution, or naive way, to what lab/speeds.h records of it.
 */
#pragma once

#include "grading.h"
#include "lab/speeds.h"

/** What the engine counted of a task in its measured case. @return false if it did not run */
bool references_counted(const struct grading *grading, size_t task, struct speed_counted *counted);
/** The time that was predicted for a task. @return false with an error if there is none */
bool references_speed(const struct grading *grading, size_t task, struct speed *speed, struct error *error);
/** The device that it was predicted for. */
struct speed_profile references_profile(const struct grading *grading);
