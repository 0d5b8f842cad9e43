/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 9b1f2656d206",
    "profile h100 132 1980.0 2986.0",
    "counted stencil_tiled reference 64000 1 28380 53500 0 250 273000",
    "speed stencil_tiled reference h100 8388608 66.730 55.631 5.840 5.257 0.002 issue 0.516 36975479",
    "counted stencil_tiled naive 64000 1 1704400 0 0 0 500000",
    "speed stencil_tiled naive h100 8388608 870.017 864.176 5.840 0.000 0.001 shared 0.992 75167370",
    "profile h200 132 1980.0 4242.0",
    "speed stencil_tiled reference h200 8388608 61.400 53.114 4.704 3.580 0.002 issue 0.560 36975479",
    "speed stencil_tiled naive h200 8388608 869.544 864.839 4.704 0.000 0.001 shared 0.992 75167370",
    "measured stencil_tiled reference h200 67108864 444.064",
    "measured stencil_tiled naive h200 67108864 7290.208",
    "measured stencil_tiled reference h100 67108864 468.864",
    "measured stencil_tiled naive h100 67108864 7293.088",
    NULL,
};
