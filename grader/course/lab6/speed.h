/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 5a7ecceed43a",
    "profile h100 132 1980.0 2986.0",
    "counted scan_hillis_steele reference 1052576 5 565358 854895 0 37170 6599207",
    "speed scan_hillis_steele reference h100 8388608 95.282 82.773 12.508 0.000 0.001 arithmetic 0.520 47835961",
    "counted scan_hillis_steele naive 1052576 21 8125572 0 0 0 16578702",
    "speed scan_hillis_steele naive h100 8388608 788.614 746.086 42.514 0.000 0.015 memory 0.711 133000280",
    "profile h200 132 1980.0 4242.0",
    "speed scan_hillis_steele reference h200 8388608 87.864 77.660 10.204 0.000 0.001 arithmetic 0.563 47835961",
    "speed scan_hillis_steele naive h200 8388608 680.768 645.802 34.954 0.000 0.011 blocks 0.733 133000280",
    "measured scan_hillis_steele reference h200 67108864 604.032",
    "measured scan_hillis_steele naive h200 67108864 5448.000",
    "measured scan_hillis_steele reference h100 67108864 643.456",
    "measured scan_hillis_steele naive h100 67108864 6227.072",
    NULL,
};
