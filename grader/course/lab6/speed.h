/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted scan_hillis_steele reference 1052576 5 565358 854895 0 37170 5616354",
    "speed scan_hillis_steele reference h100 67108864 1145.195 1145.195 0.000 0.000 0.000 issue 0.411",
    "counted scan_hillis_steele naive 1052576 21 8125572 0 0 0 12731548",
    "speed scan_hillis_steele naive h100 67108864 6537.645 6537.645 0.000 0.000 0.000 memory 0.044",
    "profile h200 132 1980.0 4242.0",
    "speed scan_hillis_steele reference h200 67108864 1051.976 1051.976 0.000 0.000 0.000 issue 0.446",
    "speed scan_hillis_steele naive h200 67108864 4622.563 4622.563 0.000 0.000 0.000 memory 0.044",
    NULL,
};
