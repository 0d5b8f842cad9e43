/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 5b945b6a5a8d",
    "profile h100 132 1980.0 2986.0",
    "counted matmul_tiled reference 32768 1 36864 139264 0 1024 342016",
    "speed matmul_tiled reference h100 1048576 74.965 69.124 5.840 0.000 0.002 shared 0.860 41289448",
    "counted matmul_tiled naive 32768 1 2195456 0 0 0 526336",
    "speed matmul_tiled naive h100 1048576 1103.828 1097.987 5.840 0.000 0.001 shared 0.995 114854128",
    "profile h200 132 1980.0 4242.0",
    "speed matmul_tiled reference h200 1048576 72.067 67.362 4.704 0.000 0.001 shared 0.894 41289448",
    "speed matmul_tiled naive h200 1048576 1102.692 1097.987 4.704 0.000 0.001 shared 0.996 114854128",
    "measured matmul_tiled reference h200 1048576 76.928",
    "measured matmul_tiled naive h200 1048576 1141.408",
    "measured matmul_tiled reference h100 1048576 78.880",
    "measured matmul_tiled naive h100 1048576 1144.000",
    NULL,
};
