/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 4aef94b6a50b",
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 4442651",
    "speed reduce_global reference h100 16777216 47.068 39.560 7.507 0.000 0.001 latency 0.687 11478349",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 2307666",
    "speed reduce_squares reference h100 16777216 47.811 40.303 7.507 0.000 0.001 latency 0.672 10312396",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2307666",
    "speed reduce_cubes reference h100 16777216 47.892 40.384 7.507 0.000 0.001 latency 0.673 10920713",
    "counted reduce_global naive 980000 2 982047 0 0 0 10830163",
    "speed reduce_global naive h100 16777216 1061.180 1053.670 7.507 0.000 0.004 latency 0.850 201377826",
    "counted reduce_squares naive 400000 2 402049 0 0 0 4450212",
    "speed reduce_squares naive h100 16777216 1361.887 1354.377 7.507 0.000 0.004 latency 0.881 218155042",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 4850212",
    "speed reduce_cubes naive h100 16777216 1391.035 1383.524 7.507 0.000 0.004 latency 0.876 234932258",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 16777216 40.822 34.742 6.079 0.000 0.001 latency 0.697 11478349",
    "speed reduce_squares reference h200 16777216 42.130 36.050 6.079 0.000 0.001 latency 0.678 10312396",
    "speed reduce_cubes reference h200 16777216 42.209 36.129 6.079 0.000 0.001 latency 0.680 10920713",
    "speed reduce_global naive h200 16777216 1028.024 1021.942 6.079 0.000 0.003 latency 0.847 201377826",
    "speed reduce_squares naive h200 16777216 1318.213 1312.132 6.079 0.000 0.003 latency 0.880 218155042",
    "speed reduce_cubes naive h200 16777216 1357.158 1351.076 6.079 0.000 0.003 latency 0.873 234932258",
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
