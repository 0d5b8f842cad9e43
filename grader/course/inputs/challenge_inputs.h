/**
 * @file challenge_inputs.h
 * @brief The inputs that the challenges on ints are tried on: sizes around tiles of any size, and difficult
 * data.
 */
#ifndef WARPLAB_CHALLENGE_INPUTS_H
#define WARPLAB_CHALLENGE_INPUTS_H

#include "lab/diagnose.h"
#include "lab/spec.h"

/** Cases of few elements: every one is less than a tile. */
#define CHALLENGE_SMALL_SIZES                                                                                \
    {.n = 150, .spread = 80, .fill = inputs_int_random, .data = "random"},                                   \
        {.n = 0, .fill = inputs_int_random, .data = "no elements"},                                          \
        {.n = 1, .fill = inputs_int_random, .data = "random"},                                               \
        {.n = 2, .fill = inputs_int_random, .data = "random"},                                               \
        {.n = 3, .fill = inputs_int_random, .data = "random"},                                               \
        {.n = 31, .fill = inputs_int_random, .data = "random"},                                              \
        {.n = 32, .fill = inputs_int_random, .data = "random"}, {                                            \
        .n = 33, .fill = inputs_int_random, .data = "random"                                                 \
    }

/** Many tiles, so that a look-back reaches past 32 of them. */
#define CHALLENGE_LARGER_SIZES                                                                               \
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},                               \
        {.n = 257, .fill = inputs_int_random, .data = "random"},                                             \
        {.n = 1023, .fill = inputs_int_random, .data = "random"},                                            \
        {.n = 1024, .fill = inputs_int_random, .data = "random"},                                            \
        {.n = 1025, .fill = inputs_int_random, .data = "random"},                                            \
        {.n = 4096, .fill = inputs_int_random, .data = "random"},                                            \
        {.n = 4099, .fill = inputs_int_random, .data = "random"},                                            \
        {.n = 65537, .fill = inputs_int_random, .data = "random"},                                           \
        {.n = 300000, .spread = 60000, .fill = inputs_int_random, .data = "random"},                         \
        {.n = 1 << 22, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU}, {              \
        .n = (1 << 24) + 500000, .spread = 499000, .fill = inputs_int_random, .data = "random",              \
        .backends = BACKEND_GPU                                                                              \
    }

/** Data that wrong arithmetic shows on. */
#define CHALLENGE_DIFFICULT_DATA                                                                             \
    {.n = 1000, .spread = 23, .fill = inputs_int_min, .data = "all INT_MIN"},                                \
        {.n = 5000, .spread = 700, .fill = inputs_int_max, .data = "all INT_MAX"},                           \
        {.n = 3000,                                                                                          \
         .spread = 900,                                                                                      \
         .fill = inputs_int_alternating,                                                                     \
         .data = "INT_MAX and INT_MIN alternating"},                                                         \
        {.n = 9000, .spread = 800, .fill = inputs_int_minus_one, .data = "all -1"},                          \
        {.n = 1025, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"}, {                  \
        .n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"    \
    }

/** Right is 55 points with those of the interface, and safe is 40; nothing is given for speed. */
#define CHALLENGE_SAFETY                                                                                     \
    [CHECK_MEMORY] = 12, [CHECK_INIT] = 8, [CHECK_RACES] = 12, [CHECK_SYNC] = 5, [CHECK_API] = 3

/** What is timed for the leaderboard. */
#define CHALLENGE_BANDWIDTH(bytes, elements, input)                                                          \
    { .bytes_per_element = (bytes), .n = (elements), .warmups = 3, .repetitions = 15, .fill = (input) }

#endif
