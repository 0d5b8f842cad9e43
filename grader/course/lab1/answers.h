/**
 * @file answers.h
 * @brief Lab 1's right answers, how wrong ones are recognised, and how the engine's counts compare with them.
 */
#ifndef WARPLAB_LAB1_ANSWERS_H
#define WARPLAB_LAB1_ANSWERS_H

#include "lab/spec.h"

/** @name Right answers, one a task; labs/lab1/lab1.h says what the outputs are
 * @{ */
/** A spec_reference of one task. */
spec_reference lab1_reference_ids_1d, lab1_reference_ids_2d, lab1_reference_copy;
spec_reference lab1_reference_reduces, lab1_reference_scans, lab1_reference_picks;
/** @} */

/** @name What is wrong: the first wrong number, in words
 * @{ */
/** A spec_diagnosis of one task. */
spec_diagnosis lab1_diagnose_ids_1d, lab1_diagnose_ids_2d;
spec_diagnosis lab1_diagnose_reduces, lab1_diagnose_scans, lab1_diagnose_picks;
/** @} */

/** @name What the engine counted of the given kernels, over what the right formulas say for n elements
 * @{ */
/** 1 where they agree; a spec_bound's value. */
double lab1_reduce_steps(const struct counters *counters, int32_t n);
double lab1_reduce_work(const struct counters *counters, int32_t n);
double lab1_scan_steps(const struct counters *counters, int32_t n);
double lab1_scan_work(const struct counters *counters, int32_t n);
/** @} */

#endif
