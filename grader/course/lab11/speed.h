/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1247306",
    "speed compact_positive reference h100 67108864 1201.028 1191.854 9.174 0.000 0.000 latency 0.311",
    "counted compact_positive naive 266144 3 1065617 0 0 0 6663510",
    "speed compact_positive naive h100 67108864 5488.717 5479.543 9.174 0.000 0.000 latency 0.502",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 67108864 1177.192 1169.738 7.454 0.000 0.000 latency 0.318",
    "speed compact_positive naive h200 67108864 5383.114 5375.660 7.454 0.000 0.000 latency 0.499",
    "measured compact_positive reference h200 67108864 1425.472",
    "measured compact_positive naive h200 67108864 3948.800",
    NULL,
};
