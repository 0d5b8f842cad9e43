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
    "speed reduce_squares reference h100 67108864 167.857 160.350 7.507 0.000 0.000 latency 0.853",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_cubes reference h100 67108864 167.857 160.350 7.507 0.000 0.000 latency 0.853",
    "counted reduce_global naive 980000 2 982047 0 0 0 17688110",
    "speed reduce_global naive h100 67108864 3208.102 3200.595 7.507 0.000 0.000 latency 0.753",
    "counted reduce_squares naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_squares naive h100 67108864 5443.192 5435.685 7.507 0.000 0.000 latency 0.862",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_cubes naive h100 67108864 5512.868 5505.361 7.507 0.000 0.000 latency 0.867",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 127.227 121.148 6.079 0.000 0.000 latency 0.711",
    "speed reduce_squares reference h200 67108864 144.752 138.673 6.079 0.000 0.000 latency 0.858",
    "speed reduce_cubes reference h200 67108864 144.752 138.673 6.079 0.000 0.000 latency 0.858",
    "speed reduce_global naive h200 67108864 3194.623 3188.544 6.079 0.000 0.000 latency 0.752",
    "speed reduce_squares naive h200 67108864 5370.064 5363.985 6.079 0.000 0.000 latency 0.864",
    "speed reduce_cubes naive h200 67108864 5449.756 5443.677 6.079 0.000 0.000 latency 0.866",
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
