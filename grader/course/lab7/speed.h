/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted scan_blelloch reference 1052576 5 545868 358755 0 41240 3950469",
    "speed scan_blelloch reference h100 67108864 616.262 603.754 12.508 0.000 0.000 issue 0.349",
    "counted scan_blelloch naive 1052576 22 8421608 0 0 0 17203699",
    "speed scan_blelloch naive h100 67108864 6973.461 6924.279 49.182 0.000 0.000 memory 0.750",
    "profile h200 132 1980.0 4242.0",
    "speed scan_blelloch reference h200 67108864 555.323 545.119 10.204 0.000 0.000 issue 0.386",
    "speed scan_blelloch naive h200 67108864 6177.875 6137.421 40.454 0.000 0.000 blocks 0.757",
    "measured scan_blelloch reference h200 67108864 557.472",
    "measured scan_blelloch naive h200 67108864 5654.816",
    "measured scan_blelloch reference h100 67108864 594.976",
    "measured scan_blelloch naive h100 67108864 6468.064",
    NULL,
};
