/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3896589",
    "speed reduce_shared reference h100 67108864 579.280 579.280 0.000 0.000 0.000 issue 0.581",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8962221",
    "speed reduce_shared naive h100 67108864 1110.943 1110.943 0.000 0.000 0.000 issue 0.697",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 67108864 572.839 572.839 0.000 0.000 0.000 issue 0.585",
    "speed reduce_shared naive h200 67108864 1102.634 1102.634 0.000 0.000 0.000 issue 0.699",
    NULL,
};
