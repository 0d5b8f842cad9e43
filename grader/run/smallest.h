/**
 * @file smallest.h
 * @brief The smallest inputs on which a faulty task shows its faults: what a person can follow by hand.
 *
 * The cases of a plan are for the verdict: many elements, random numbers, other orders of execution. Where
 * they have found something, the launcher is called once more on a ladder of small inputs, the same for every
 * seed: 1, 2, 3, ... and -1, -2, -3, ... of 4, 1, 2, 3, 5, 8, 9, ... elements. What comes of it is only
 * shown. No point depends on it.
 */
#ifndef WARPLAB_SMALLEST_H
#define WARPLAB_SMALLEST_H

#include "grading.h"
#include "lab/plan.h"

/** Looks for the smallest inputs of all tasks whose cases on the CPU engine showed a fault, and that were
 * started. Where the runner cannot be asked nothing is known, which is no error. */
void smallest_find(struct grading *grading);

/* Which elements of a large input a wrong sum counts, and how often.
 *
 * Where small inputs are right, rows of numbers help nobody: too many would have to be printed. But where the
 * answer to a task is added up from what its elements bring (PIECES_ADD: sums, histograms), any set of them
 * can be asked about. Those of the set get random numbers, all others 0; the answer tells whether each was
 * counted once. By halving, that finds the least input, the first element that is not, and how far its like
 * go. What comes of it is only shown. No point depends on it. */

/**
 * Asks which elements are counted wrongly.
 * @param like  a case of the task whose answer was wrong on the CPU engine
 * @param right elements of an input whose answer was right, fewer than the case has
 * @param words receives one or more sentences in the reader's language; "" if nothing is found: the answer is
 *              not added up so, or right for such inputs
 */
void contributions_find(struct grading *grading, const struct plan_case *like, int32_t right, char *words,
                        size_t size);

/* A wrong answer as rows of numbers: input, expected, yours, and a mark below the first difference. */

/**
 * Writes the rows, each with its end of line. Of long arrays they have the part around the first difference,
 * of a histogram the bins that are not 0.
 * @param actual the output, which differs from the expected one
 * @return the text, for the caller to free; NULL if memory is used up
 */
char *example_rows(const struct plan_case *c, const struct plan_data *data, const void *input,
                   const void *actual);

#endif
