/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted copy_grid_stride reference 1100000 1 275000 0 0 0 358527",
    "speed copy_grid_stride reference h100 67108864 179.796 179.796 0.000 0.000 0.000 memory 1.000",
    "counted copy_grid_stride naive 1100000 1 1375000 0 0 0 411920",
    "speed copy_grid_stride naive h100 67108864 359.592 359.592 0.000 0.000 0.000 memory 1.000",
    "profile h200 132 1980.0 4242.0",
    "speed copy_grid_stride reference h200 67108864 126.561 126.561 0.000 0.000 0.000 memory 1.000",
    "speed copy_grid_stride naive h200 67108864 253.122 253.122 0.000 0.000 0.000 memory 1.000",
    NULL,
};
