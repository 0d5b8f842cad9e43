/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec d9bd872f9dc4",
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1126046",
    "speed compact_positive reference h100 8388608 196.802 187.627 9.174 0.000 0.001 latency 0.383 32888795",
    "counted compact_positive naive 266144 3 1065617 0 0 0 3740604",
    "speed compact_positive naive h100 8388608 444.870 435.695 9.174 0.000 0.001 latency 0.484 117899214",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 8388608 190.711 183.256 7.454 0.000 0.001 latency 0.386 32888795",
    "speed compact_positive naive h200 8388608 427.511 420.056 7.454 0.000 0.001 latency 0.478 117899214",
    "measured compact_positive reference h200 67108864 1397.824",
    "measured compact_positive naive h200 67108864 3879.072",
    "measured compact_positive reference h100 67108864 1433.568",
    "measured compact_positive naive h100 67108864 3972.064",
    NULL,
};
