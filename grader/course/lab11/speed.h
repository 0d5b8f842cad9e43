/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1247306",
    "speed compact_positive reference h100 67108864 1380.919 1371.745 9.174 0.000 0.000 latency 0.361",
    "counted compact_positive naive 266144 3 1065617 0 0 0 6663510",
    "speed compact_positive naive h100 67108864 4197.882 4188.708 9.174 0.000 0.000 arithmetic 0.503",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 67108864 1357.123 1349.669 7.454 0.000 0.000 latency 0.360",
    "speed compact_positive naive h200 67108864 4070.925 4063.471 7.454 0.000 0.000 arithmetic 0.518",
    "measured compact_positive reference h200 67108864 1397.824",
    "measured compact_positive naive h200 67108864 3879.072",
    "measured compact_positive reference h100 67108864 1433.568",
    "measured compact_positive naive h100 67108864 3972.064",
    NULL,
};
