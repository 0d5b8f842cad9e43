/**
 * @file smallest.h
 * @brief The smallest inputs on which a faulty task shows its faults: small enough to follow by hand.
 *
 * The cases of a plan are for the verdict: many elements, random numbers, other orders of execution. If
 * they have found a fault, the launcher is called again on a ladder of small inputs, the same for every
 * seed: 1, 2, 3, ... and -1, -2, -3, ... of 4, 1, 2, 3, 5, 8, 9, ... elements. The results are only
 * shown. No points depend on them.
 */
#pragma once

#include "grading.h"
#include "lab/plan.h"

/** Looks for the smallest inputs of all tasks whose cases on the CPU engine showed a fault, and that were
 * started. If the runner cannot be asked, nothing is known, which is no error. */
void smallest_find(struct grading *grading);

/* The elements of a large input that a wrong sum counts, and how often.
 *
 * If small inputs are right, rows of numbers do not help: too many would have to be printed. But if the
 * answer to a task is the sum of its elements' contributions (PIECES_ADD: sums, histograms), any set of them
 * can be asked about. Those of the set get random numbers, all others 0; the answer tells whether each was
 * counted once. Bisection finds the smallest input, the first wrongly counted element, and the end of its
 * stretch. The result is only shown. No points depend on it. */

/**
 * Finds the elements that are counted wrongly.
 * @param like  a case of the task whose answer was wrong on the CPU engine
 * @param right elements of an input whose answer was right, fewer than the case has
 * @param words receives one or more sentences in the reader's language; "" if nothing is found: the answer is
 *              no such sum, or right for such inputs
 */
void contributions_find(struct grading *grading, const struct plan_case *like, int32_t right, char *words,
                        size_t size);

/* A wrong answer as rows of numbers: input, expected, yours, and a mark below the first difference. */

/**
 * Writes the rows, each with its line end. Long arrays are shown around the first difference,
 * histograms without the bins that are 0.
 * @param actual the output, which differs from the expected one
 * @return the text, which the caller frees; NULL if memory ran out
 */
char *example_rows(const struct plan_case *c, const struct plan_data *data, const void *input,
                   const void *actual);
