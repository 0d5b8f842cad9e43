/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 3325416",
    "speed reduce_global reference h100 67108864 268.159 268.159 0.000 0.000 0.000 memory 0.995",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 1870524",
    "speed reduce_squares reference h100 67108864 491.578 491.578 0.000 0.000 0.000 latency 0.997",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 1870524",
    "speed reduce_cubes reference h100 67108864 491.578 491.578 0.000 0.000 0.000 latency 0.997",
    "counted reduce_global naive 980000 2 982047 0 0 0 17673766",
    "speed reduce_global naive h100 67108864 28753.961 28753.961 0.000 0.000 0.000 latency 0.985",
    "counted reduce_squares naive 400000 2 402049 0 0 0 7233799",
    "speed reduce_squares naive h100 67108864 28753.961 28753.961 0.000 0.000 0.000 latency 0.985",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 7633799",
    "speed reduce_cubes naive h100 67108864 28919.456 28919.456 0.000 0.000 0.000 latency 0.985",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 231.201 231.201 0.000 0.000 0.000 latency 0.994",
    "speed reduce_squares reference h200 67108864 471.568 471.568 0.000 0.000 0.000 latency 0.997",
    "speed reduce_cubes reference h200 67108864 471.568 471.568 0.000 0.000 0.000 latency 0.997",
    "speed reduce_global naive h200 67108864 27456.041 27456.041 0.000 0.000 0.000 latency 0.985",
    "speed reduce_squares naive h200 67108864 27456.041 27456.041 0.000 0.000 0.000 latency 0.985",
    "speed reduce_cubes naive h200 67108864 27621.536 27621.536 0.000 0.000 0.000 latency 0.985",
    NULL,
};
