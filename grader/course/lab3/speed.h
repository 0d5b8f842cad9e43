/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3985200",
    "speed reduce_shared reference h100 67108864 319.922 309.081 10.841 0.000 0.000 issue 0.704",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8802864",
    "speed reduce_shared naive h100 67108864 616.943 606.102 10.841 0.000 0.000 issue 0.810",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 67108864 315.568 306.739 8.829 0.000 0.000 issue 0.714",
    "speed reduce_shared naive h200 67108864 607.170 598.341 8.829 0.000 0.000 issue 0.822",
    "measured reduce_shared reference h200 67108864 312.960",
    "measured reduce_shared naive h200 67108864 657.952",
    "measured reduce_shared reference h100 67108864 317.728",
    "measured reduce_shared naive h100 67108864 652.864",
    NULL,
};
