/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted copy_grid_stride reference 1100000 1 275000 0 0 0 347121",
    "speed copy_grid_stride reference h100 67108864 237.578 231.738 5.840 0.000 0.000 memory 0.841",
    "counted copy_grid_stride naive 1100000 1 1375000 0 0 0 408416",
    "speed copy_grid_stride naive h100 67108864 745.286 739.446 5.840 0.000 0.000 L2 0.992",
    "profile h200 132 1980.0 4242.0",
    "speed copy_grid_stride reference h200 67108864 190.105 185.401 4.704 0.000 0.000 memory 0.759",
    "speed copy_grid_stride naive h200 67108864 634.105 629.401 4.704 0.000 0.000 L2 0.993",
    "measured copy_grid_stride reference h200 67108864 182.176",
    "measured copy_grid_stride naive h200 67108864 3746.304",
    NULL,
};
