/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 3f6d2dbbd865",
    "profile h100 132 1980.0 2986.0",
    "counted scan_blelloch reference 1052576 5 545868 358755 0 41240 3950469",
    "speed scan_blelloch reference h100 8388608 90.742 78.233 12.508 0.000 0.001 latency 0.337 31107320",
    "counted scan_blelloch naive 1052576 22 8421608 0 0 0 17203699",
    "speed scan_blelloch naive h100 8388608 822.486 778.291 44.181 0.000 0.015 memory 0.711 138027197",
    "profile h200 132 1980.0 4242.0",
    "speed scan_blelloch reference h200 8388608 81.616 71.412 10.204 0.000 0.001 issue 0.334 31107320",
    "speed scan_blelloch naive h200 8388608 710.033 673.693 36.329 0.000 0.011 blocks 0.733 138027197",
    "measured scan_blelloch reference h200 67108864 557.472",
    "measured scan_blelloch naive h200 67108864 5654.816",
    "measured scan_blelloch reference h100 67108864 594.976",
    "measured scan_blelloch naive h100 67108864 6468.064",
    NULL,
};
