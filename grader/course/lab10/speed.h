/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_sort_reduce reference 140000 2 45207 584846 0 9846 3056438",
    "speed histogram_sort_reduce reference h100 67108864 1495.167 1487.660 7.507 0.000 0.000 arithmetic 0.944",
    "counted histogram_sort_reduce naive 140000 1 24904 4014178 4375 140579 5832350",
    "speed histogram_sort_reduce naive h100 67108864 14994.306 14987.006 5.840 1.460 0.000 shared 0.997",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_sort_reduce reference h200 67108864 1473.273 1467.194 6.079 0.000 0.000 arithmetic 0.945",
    "speed histogram_sort_reduce naive h200 67108864 14993.484 14987.310 4.704 1.470 0.000 shared 0.997",
    "measured histogram_sort_reduce reference h200 67108864 1493.984",
    "measured histogram_sort_reduce naive h200 67108864 9937.536",
    "measured histogram_sort_reduce reference h100 67108864 1493.152",
    "measured histogram_sort_reduce naive h100 67108864 9866.528",
    NULL,
};
