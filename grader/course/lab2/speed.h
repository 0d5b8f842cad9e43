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
    "speed reduce_squares reference h100 67108864 168.916 161.409 7.507 0.000 0.000 latency 0.854",
    "counted reduce_cubes reference 400000 2 701193 0 0 4312 2285379",
    "speed reduce_cubes reference h100 67108864 168.916 161.409 7.507 0.000 0.000 latency 0.854",
    "counted reduce_global naive 980000 2 982047 0 0 0 17688110",
    "speed reduce_global naive h100 67108864 6172.489 6164.982 7.507 0.000 0.000 latency 0.881",
    "counted reduce_squares naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_squares naive h100 67108864 6377.785 6370.278 7.507 0.000 0.000 latency 0.885",
    "counted reduce_cubes naive 400000 2 402049 0 0 0 7248157",
    "speed reduce_cubes naive h100 67108864 6004.246 5996.739 7.507 0.000 0.000 latency 0.879",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_global reference h200 67108864 127.227 121.148 6.079 0.000 0.000 latency 0.711",
    "speed reduce_squares reference h200 67108864 145.778 139.699 6.079 0.000 0.000 latency 0.860",
    "speed reduce_cubes reference h200 67108864 145.778 139.699 6.079 0.000 0.000 latency 0.860",
    "speed reduce_global naive h200 67108864 6096.969 6090.890 6.079 0.000 0.000 latency 0.880",
    "speed reduce_squares naive h200 67108864 6300.953 6294.874 6.079 0.000 0.000 latency 0.884",
    "speed reduce_cubes naive h200 67108864 5932.798 5926.719 6.079 0.000 0.000 latency 0.878",
    "measured reduce_global reference h200 67108864 127.552",
    "measured reduce_squares reference h200 67108864 128.128",
    "measured reduce_cubes reference h200 67108864 126.976",
    "measured reduce_global naive h200 67108864 4254.240",
    "measured reduce_squares naive h200 67108864 6564.288",
    "measured reduce_cubes naive h200 67108864 2839.360",
    NULL,
};
