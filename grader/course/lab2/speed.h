/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 4442651",
    "speed reduce_global reference h100 67108864 164.373 156.866 7.507 0.000 0.000 memory 0.618",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_squares reference h100 67108864 167.393 159.886 7.507 0.000 0.000 latency 0.850",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_cubes reference h100 67108864 167.393 159.886 7.507 0.000 0.000 latency 0.850",
    "counted reduce_global naive 980000 2 982047 0 0 0 10830163",
    "speed reduce_global naive h100 67108864 3761.167 3753.660 7.507 0.000 0.000 latency 0.850",
    "counted reduce_squares naive 400000 2 402049 0 0 0 4450212",
    "speed reduce_squares naive h100 67108864 4828.577 4821.070 7.507 0.000 0.000 latency 0.882",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 4850212",
    "speed reduce_cubes naive h100 67108864 5080.591 5073.084 7.507 0.000 0.000 latency 0.877",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 142.303 136.224 6.079 0.000 0.000 latency 0.871",
    "speed reduce_squares reference h200 67108864 144.604 138.525 6.079 0.000 0.000 latency 0.854",
    "speed reduce_cubes reference h200 67108864 144.604 138.525 6.079 0.000 0.000 latency 0.854",
    "speed reduce_global naive h200 67108864 3696.509 3690.430 6.079 0.000 0.000 latency 0.847",
    "speed reduce_squares naive h200 67108864 4768.134 4762.055 6.079 0.000 0.000 latency 0.881",
    "speed reduce_cubes naive h200 67108864 5023.666 5017.587 6.079 0.000 0.000 latency 0.874",
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
