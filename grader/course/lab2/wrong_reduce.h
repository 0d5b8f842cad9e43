/**
 * @file wrong_reduce.h
 * @brief Wrong results that many students get in lab 2, recognised by their values.
 */
#ifndef WARPLAB_WRONG_REDUCE_H
#define WARPLAB_WRONG_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Another operator's result, a part of the elements', or one value too many. @see spec_diagnosis */
bool wrong_reduce(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                  size_t size);

/** The elements' own sum, another power's, or powers of the blocks' sums. @see spec_diagnosis */
bool wrong_squares(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                   size_t size);

/** As wrong_squares(), of cubes. */
bool wrong_cubes(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                 size_t size);

#endif
