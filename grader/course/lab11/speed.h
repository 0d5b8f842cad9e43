/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted compact_positive reference 266144 3 125027 215310 0 11490 1126046",
    "speed compact_positive reference h100 67108864 1370.597 1361.423 9.174 0.000 0.000 latency 0.371",
    "counted compact_positive naive 266144 3 1065617 0 0 0 3740604",
    "speed compact_positive naive h100 67108864 3543.426 3534.252 9.174 0.000 0.000 latency 0.399",
    "profile h200 132 1980.0 4242.0",
    "speed compact_positive reference h200 67108864 1349.302 1341.848 7.454 0.000 0.000 latency 0.370",
    "speed compact_positive naive h200 67108864 3417.583 3410.129 7.454 0.000 0.000 latency 0.388",
    "measured compact_positive reference h200 67108864 1397.824",
    "measured compact_positive naive h200 67108864 3879.072",
    "measured compact_positive reference h100 67108864 1433.568",
    "measured compact_positive naive h100 67108864 3972.064",
    NULL,
};
