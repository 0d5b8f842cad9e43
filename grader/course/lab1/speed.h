/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec e50510d95fea",
    "profile h100 132 1980.0 2986.0",
    "counted copy_grid_stride reference 1100000 1 275000 0 0 0 347121",
    "speed copy_grid_stride reference h100 8388608 36.684 30.843 5.840 0.000 0.001 memory 0.681 2163810",
    "counted copy_grid_stride naive 1100000 1 1375000 0 0 0 330894",
    "speed copy_grid_stride naive h100 8388608 180.268 174.425 5.840 0.000 0.004 L2 0.968 822912",
    "profile h200 132 1980.0 4242.0",
    "speed copy_grid_stride reference h200 8388608 28.637 23.933 4.704 0.000 0.001 memory 0.606 2163810",
    "speed copy_grid_stride naive h200 8388608 151.692 146.985 4.704 0.000 0.003 L2 0.969 822912",
    "measured copy_grid_stride reference h200 67108864 179.616",
    "measured copy_grid_stride naive h200 67108864 3853.728",
    "measured copy_grid_stride reference h100 67108864 233.408",
    "measured copy_grid_stride naive h100 67108864 5556.224",
    NULL,
};
