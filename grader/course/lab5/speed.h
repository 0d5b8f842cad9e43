/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_unroll2 reference 2000000 3 252204 180044 0 19570 4070544",
    "speed reduce_unroll2 reference h100 67108864 314.292 314.292 0.000 0.000 0.000 latency 0.829",
    "counted reduce_unroll4 reference 2000000 2 251101 89976 0 9780 2190770",
    "speed reduce_unroll4 reference h100 67108864 279.395 279.395 0.000 0.000 0.000 latency 0.956",
    "counted reduce_unroll8 reference 2000000 2 250552 45080 0 4900 1230456",
    "speed reduce_unroll8 reference h100 67108864 281.447 281.447 0.000 0.000 0.000 latency 0.988",
    "counted reduce_unroll_warps8 reference 2000000 2 250552 29400 0 1960 677246",
    "speed reduce_unroll_warps8 reference h100 67108864 187.485 187.485 0.000 0.000 0.000 latency 0.991",
    "counted reduce_complete_unroll_warps8 reference 2000000 2 250140 15376 0 620 488948",
    "speed reduce_complete_unroll_warps8 reference h100 67108864 515.200 515.200 0.000 0.000 0.000 latency 0.999",
    "counted reduce_unroll2 naive 2000000 3 254407 301532 0 39160 7581280",
    "speed reduce_unroll2 naive h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "counted reduce_unroll4 naive 2000000 3 254407 301532 0 39160 7581280",
    "speed reduce_unroll4 naive h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "counted reduce_unroll8 naive 2000000 3 254407 301532 0 39160 7581280",
    "speed reduce_unroll8 naive h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "counted reduce_unroll_warps8 naive 2000000 3 254407 301532 0 39160 7581280",
    "speed reduce_unroll_warps8 naive h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "counted reduce_complete_unroll_warps8 naive 2000000 3 254407 301532 0 39160 7581280",
    "speed reduce_complete_unroll_warps8 naive h100 67108864 625.830 625.830 0.000 0.000 0.000 issue 0.591",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_unroll2 reference h200 67108864 308.666 308.666 0.000 0.000 0.000 latency 0.828",
    "speed reduce_unroll4 reference h200 67108864 274.320 274.320 0.000 0.000 0.000 latency 0.955",
    "speed reduce_unroll8 reference h200 67108864 276.443 276.443 0.000 0.000 0.000 latency 0.988",
    "speed reduce_unroll_warps8 reference h200 67108864 182.481 182.481 0.000 0.000 0.000 latency 0.991",
    "speed reduce_complete_unroll_warps8 reference h200 67108864 495.231 495.231 0.000 0.000 0.000 latency 0.999",
    "speed reduce_unroll2 naive h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    "speed reduce_unroll4 naive h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    "speed reduce_unroll8 naive h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    "speed reduce_unroll_warps8 naive h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    "speed reduce_complete_unroll_warps8 naive h200 67108864 619.238 619.238 0.000 0.000 0.000 issue 0.595",
    NULL,
};
