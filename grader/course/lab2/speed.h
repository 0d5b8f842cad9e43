/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 4442651",
    "speed reduce_global reference h100 67108864 141.835 134.328 7.507 0.000 0.000 latency 0.718",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_squares reference h100 67108864 168.132 160.625 7.507 0.000 0.000 latency 0.850",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_cubes reference h100 67108864 168.132 160.625 7.507 0.000 0.000 latency 0.850",
    "counted reduce_global naive 980000 2 982047 0 0 0 17688110",
    "speed reduce_global naive h100 67108864 5219.303 5211.796 7.507 0.000 0.000 latency 0.848",
    "counted reduce_squares naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_squares naive h100 67108864 5215.355 5207.848 7.507 0.000 0.000 latency 0.847",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_cubes naive h100 67108864 5487.514 5480.007 7.507 0.000 0.000 latency 0.844",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 127.289 121.210 6.079 0.000 0.000 latency 0.704",
    "speed reduce_squares reference h200 67108864 145.422 139.343 6.079 0.000 0.000 latency 0.850",
    "speed reduce_cubes reference h200 67108864 145.422 139.343 6.079 0.000 0.000 latency 0.850",
    "speed reduce_global naive h200 67108864 5140.913 5134.834 6.079 0.000 0.000 latency 0.848",
    "speed reduce_squares naive h200 67108864 5138.245 5132.166 6.079 0.000 0.000 latency 0.849",
    "speed reduce_cubes naive h200 67108864 5419.958 5413.879 6.079 0.000 0.000 latency 0.843",
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
