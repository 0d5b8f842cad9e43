/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3985200",
    "speed reduce_shared reference h100 67108864 253.657 242.816 10.841 0.000 0.000 issue 0.893",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8802864",
    "speed reduce_shared naive h100 67108864 562.572 551.731 10.841 0.000 0.000 issue 0.892",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 67108864 251.760 242.931 8.829 0.000 0.000 issue 0.900",
    "speed reduce_shared naive h200 67108864 553.834 545.005 8.829 0.000 0.000 issue 0.904",
    "measured reduce_shared reference h200 67108864 312.960",
    "measured reduce_shared naive h200 67108864 657.952",
    "measured reduce_shared reference h100 67108864 317.728",
    "measured reduce_shared naive h100 67108864 652.864",
    NULL,
};
