/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 42f71eb0bdc6",
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1126046",
    "speed compact_positive reference h100 8388608 196.910 187.736 9.174 0.000 0.001 latency 0.367 33089084",
    "counted compact_positive naive 266144 3 1065617 0 0 0 3740604",
    "speed compact_positive naive h100 8388608 450.741 441.566 9.174 0.000 0.001 shared 0.279 117899214",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 8388608 191.137 183.682 7.454 0.000 0.001 latency 0.370 33089084",
    "speed compact_positive naive h200 8388608 433.440 425.985 7.454 0.000 0.001 shared 0.290 117899214",
    "measured compact_positive reference h200 67108864 1397.824",
    "measured compact_positive naive h200 67108864 3879.072",
    "measured compact_positive reference h100 67108864 1433.568",
    "measured compact_positive naive h100 67108864 3972.064",
    NULL,
};
