/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted copy_grid_stride reference 1100000 1 275000 0 0 0 347121",
    "speed copy_grid_stride reference h100 67108864 237.481 231.641 5.840 0.000 0.000 memory 0.842",
    "counted copy_grid_stride naive 1100000 1 1375000 0 0 0 330894",
    "speed copy_grid_stride naive h100 67108864 5294.475 5288.635 5.840 0.000 0.000 memory 0.999",
    "profile h200 132 1980.0 4242.0",
    "speed copy_grid_stride reference h200 67108864 190.081 185.377 4.704 0.000 0.000 memory 0.760",
    "speed copy_grid_stride naive h200 67108864 3658.551 3653.847 4.704 0.000 0.000 memory 0.999",
    "measured copy_grid_stride reference h200 67108864 179.616",
    "measured copy_grid_stride naive h200 67108864 3853.728",
    "measured copy_grid_stride reference h100 67108864 233.408",
    "measured copy_grid_stride naive h100 67108864 5556.224",
    NULL,
};
