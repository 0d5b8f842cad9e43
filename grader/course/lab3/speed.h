/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3985200",
    "speed reduce_shared reference h100 67108864 303.175 292.334 10.841 0.000 0.000 shared 0.797",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8802864",
    "speed reduce_shared naive h100 67108864 541.867 531.026 10.841 0.000 0.000 arithmetic 0.975",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 67108864 299.156 290.327 8.829 0.000 0.000 shared 0.807",
    "speed reduce_shared naive h200 67108864 538.286 529.457 8.829 0.000 0.000 arithmetic 0.979",
    "measured reduce_shared reference h200 67108864 312.960",
    "measured reduce_shared naive h200 67108864 657.952",
    "measured reduce_shared reference h100 67108864 317.728",
    "measured reduce_shared naive h100 67108864 652.864",
    NULL,
};
