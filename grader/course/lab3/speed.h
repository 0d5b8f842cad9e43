/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3985200",
    "speed reduce_shared reference h100 67108864 304.701 293.860 10.841 0.000 0.000 shared 0.793",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8802864",
    "speed reduce_shared naive h100 67108864 625.308 614.467 10.841 0.000 0.000 arithmetic 0.979",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 67108864 300.814 291.985 8.829 0.000 0.000 shared 0.806",
    "speed reduce_shared naive h200 67108864 623.755 614.926 8.829 0.000 0.000 arithmetic 0.982",
    "measured reduce_shared reference h200 67108864 312.960",
    "measured reduce_shared naive h200 67108864 657.952",
    "measured reduce_shared reference h100 67108864 317.728",
    "measured reduce_shared naive h100 67108864 652.864",
    NULL,
};
