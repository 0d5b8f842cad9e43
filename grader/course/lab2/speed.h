/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_global reference 980000 2 621300 0 0 10549 4442651",
    "speed reduce_global reference h100 67108864 163.986 156.479 7.507 0.000 0.000 memory 0.620",
    "counted reduce_squares reference 400000 2 701193 0 0 4312 2307666",
    "speed reduce_squares reference h100 67108864 167.218 159.711 7.507 0.000 0.000 latency 0.858",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2307666",
    "speed reduce_cubes reference h100 67108864 167.539 160.032 7.507 0.000 0.000 latency 0.858",
    "counted reduce_global naive 980000 2 982047 0 0 0 10830163",
    "speed reduce_global naive h100 67108864 3760.858 3753.351 7.507 0.000 0.000 latency 0.850",
    "counted reduce_squares naive 400000 2 402049 0 0 0 4450212",
    "speed reduce_squares naive h100 67108864 4957.413 4949.906 7.507 0.000 0.000 latency 0.887",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 4850212",
    "speed reduce_cubes naive h100 67108864 5080.094 5072.587 7.507 0.000 0.000 latency 0.877",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 141.834 135.755 6.079 0.000 0.000 latency 0.880",
    "speed reduce_squares reference h200 67108864 144.671 138.592 6.079 0.000 0.000 latency 0.863",
    "speed reduce_cubes reference h200 67108864 144.979 138.900 6.079 0.000 0.000 latency 0.864",
    "speed reduce_global naive h200 67108864 3696.290 3690.211 6.079 0.000 0.000 latency 0.848",
    "speed reduce_squares naive h200 67108864 4891.838 4885.759 6.079 0.000 0.000 latency 0.886",
    "speed reduce_cubes naive h200 67108864 5023.911 5017.832 6.079 0.000 0.000 latency 0.874",
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
