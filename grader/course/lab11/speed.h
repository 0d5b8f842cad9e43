/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1478642",
    "speed compact_positive reference h100 67108864 995.851 995.851 0.000 0.000 0.000 latency 0.761",
    "counted compact_positive naive 266144 3 1065617 0 0 0 8525187",
    "speed compact_positive naive h100 67108864 448153.435 448153.435 0.000 0.000 0.000 latency 0.512",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 67108864 965.860 965.860 0.000 0.000 0.000 latency 0.764",
    "speed compact_positive naive h200 67108864 427676.875 427676.875 0.000 0.000 0.000 latency 0.513",
    NULL,
};
