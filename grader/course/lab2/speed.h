/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 4442651",
    "speed reduce_global reference h100 67108864 141.786 134.279 7.507 0.000 0.000 latency 0.719",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_squares reference h100 67108864 168.177 160.670 7.507 0.000 0.000 latency 0.853",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_cubes reference h100 67108864 168.177 160.670 7.507 0.000 0.000 latency 0.853",
    "counted reduce_global naive 980000 2 982047 0 0 0 17688110",
    "speed reduce_global naive h100 67108864 5288.085 5280.578 7.507 0.000 0.000 latency 0.858",
    "counted reduce_squares naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_squares naive h100 67108864 5476.866 5469.359 7.507 0.000 0.000 latency 0.863",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_cubes naive h100 67108864 5546.543 5539.036 7.507 0.000 0.000 latency 0.868",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 127.227 121.148 6.079 0.000 0.000 latency 0.711",
    "speed reduce_squares reference h200 67108864 145.556 139.477 6.079 0.000 0.000 latency 0.858",
    "speed reduce_cubes reference h200 67108864 145.556 139.477 6.079 0.000 0.000 latency 0.858",
    "speed reduce_global naive h200 67108864 5211.964 5205.885 6.079 0.000 0.000 latency 0.860",
    "speed reduce_squares naive h200 67108864 5403.138 5397.059 6.079 0.000 0.000 latency 0.865",
    "speed reduce_cubes naive h200 67108864 5482.830 5476.751 6.079 0.000 0.000 latency 0.867",
    "measured reduce_global reference h200 67108864 124.864",
    "measured reduce_squares reference h200 67108864 123.744",
    "measured reduce_cubes reference h200 67108864 123.744",
    "measured reduce_global naive h200 67108864 3833.184",
    "measured reduce_squares naive h200 67108864 5830.784",
    "measured reduce_cubes naive h200 67108864 2766.848",
    "measured reduce_global reference h100 67108864 141.696",
    "measured reduce_squares reference h100 67108864 140.128",
    "measured reduce_cubes reference h100 67108864 140.288",
    "measured reduce_global naive h100 67108864 3886.368",
    "measured reduce_squares naive h100 67108864 5884.224",
    "measured reduce_cubes naive h100 67108864 2823.904",
    NULL,
};
