/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2765868",
    "speed reduce_neighbored_less reference h100 67108864 838.597 838.597 0.000 0.000 0.000 issue 0.675",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2276652",
    "speed reduce_interleaved reference h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5306028",
    "speed reduce_neighbored_less naive h100 67108864 1222.789 1222.789 0.000 0.000 0.000 issue 0.705",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5306028",
    "speed reduce_interleaved naive h100 67108864 1222.789 1222.789 0.000 0.000 0.000 issue 0.705",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 67108864 831.665 831.665 0.000 0.000 0.000 issue 0.678",
    "speed reduce_interleaved reference h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    "speed reduce_neighbored_less naive h200 67108864 1214.094 1214.094 0.000 0.000 0.000 issue 0.707",
    "speed reduce_interleaved naive h200 67108864 1214.094 1214.094 0.000 0.000 0.000 issue 0.707",
    NULL,
};
