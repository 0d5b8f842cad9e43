/**
 * @file contributions.h
 * @brief Which elements of a large input a wrong sum counts, and how often.
 *
 * Where small inputs are right, rows of numbers help nobody: too many would have to be printed. But where the
 * answer to a task is added up from what its elements bring (PIECES_ADD: sums, histograms), any set of them
 * can be asked about. Those of the set get random numbers, all others 0; the answer tells whether each was
 * counted once. By halving, that finds the least input, the first element that is not, and how far its like
 * go. What comes of it is only shown. No point depends on it.
 */
#ifndef WARPLAB_CONTRIBUTIONS_H
#define WARPLAB_CONTRIBUTIONS_H

#include "grading.h"

/**
 * Asks which elements are counted wrongly.
 * @param like  a case of the task whose answer was wrong on the CPU engine
 * @param right elements of an input whose answer was right, fewer than the case has
 * @param words receives one or more sentences in the reader's language; "" if nothing is found: the answer is
 *              not added up so, or right for such inputs
 */
void contributions_find(struct grading *grading, const struct plan_case *like, int32_t right, char *words,
                        size_t size);

#endif
