/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted scan_blelloch reference 1052576 5 545868 358755 0 41240 4406137",
    "speed scan_blelloch reference h100 67108864 1208.981 1208.981 0.000 0.000 0.000 latency 0.342",
    "counted scan_blelloch naive 1052576 22 8421608 0 0 0 13224964",
    "speed scan_blelloch naive h100 67108864 6738.851 6738.851 0.000 0.000 0.000 memory 0.043",
    "profile h200 132 1980.0 4242.0",
    "speed scan_blelloch reference h200 67108864 1086.308 1086.308 0.000 0.000 0.000 latency 0.376",
    "speed scan_blelloch naive h200 67108864 4780.481 4780.481 0.000 0.000 0.000 memory 0.042",
    NULL,
};
