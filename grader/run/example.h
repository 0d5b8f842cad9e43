/**
 * @file example.h
 * @brief A wrong answer as rows of numbers: input, expected, yours, and a mark below the first difference.
 */
#ifndef WARPLAB_EXAMPLE_H
#define WARPLAB_EXAMPLE_H

#include "lab/plan.h"

/**
 * Writes the rows, each with its end of line. Of long arrays they have the part around the first difference,
 * of a histogram the bins that are not 0.
 * @param actual the output, which differs from the expected one
 * @return the text, for the caller to free; NULL if memory is used up
 */
char *example_rows(const struct plan_case *c, const struct plan_data *data, const void *input,
                   const void *actual);

#endif
