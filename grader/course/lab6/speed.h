/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted scan_hillis_steele reference 1052576 5 565358 854895 0 37170 6599207",
    "speed scan_hillis_steele reference h100 67108864 678.754 662.912 15.842 0.000 0.000 arithmetic 0.581",
    "counted scan_hillis_steele naive 1052576 21 8125572 0 0 0 16578702",
    "speed scan_hillis_steele naive h100 67108864 6715.666 6668.151 47.515 0.000 0.000 memory 0.750",
    "profile h200 132 1980.0 4242.0",
    "speed scan_hillis_steele reference h200 67108864 635.845 622.891 12.954 0.000 0.000 arithmetic 0.619",
    "speed scan_hillis_steele naive h200 67108864 5950.241 5911.162 39.079 0.000 0.000 blocks 0.757",
    "measured scan_hillis_steele reference h200 67108864 604.032",
    "measured scan_hillis_steele naive h200 67108864 5448.000",
    "measured scan_hillis_steele reference h100 67108864 643.456",
    "measured scan_hillis_steele naive h100 67108864 6227.072",
    NULL,
};
