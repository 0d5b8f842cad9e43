/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_sort_reduce reference 140000 2 45207 584846 0 9846 5163784",
    "speed histogram_sort_reduce reference h100 67108864 16896.223 16896.223 0.000 0.000 0.000 latency 0.946",
    "counted histogram_sort_reduce naive 140000 1 24904 4014178 4375 140579 18124532",
    "speed histogram_sort_reduce naive h100 67108864 19080.578 19080.578 0.000 0.000 0.000 latency 1.000",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_sort_reduce reference h200 67108864 16776.415 16776.415 0.000 0.000 0.000 latency 0.948",
    "speed histogram_sort_reduce naive h200 67108864 19060.610 19060.610 0.000 0.000 0.000 latency 1.000",
    NULL,
};
