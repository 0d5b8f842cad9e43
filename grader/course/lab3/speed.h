/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 4226ab0ee43a",
    "profile h100 132 1980.0 2986.0",
    "counted reduce_shared reference 1128576 3 146055 199260 0 39852 3985200",
    "speed reduce_shared reference h100 16777216 83.699 74.524 9.174 0.000 0.001 shared 0.725 38877788",
    "counted reduce_shared naive 1128576 3 146055 664200 0 39852 8802864",
    "speed reduce_shared naive h100 16777216 164.264 155.090 9.174 0.000 0.001 arithmetic 0.928 125270256",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_shared reference h200 16777216 81.434 73.979 7.454 0.000 0.001 shared 0.745 38877788",
    "speed reduce_shared naive h200 16777216 162.522 155.068 7.454 0.000 0.001 arithmetic 0.938 125270256",
    "measured reduce_shared reference h200 67108864 312.960",
    "measured reduce_shared naive h200 67108864 657.952",
    "measured reduce_shared reference h100 67108864 317.728",
    "measured reduce_shared naive h100 67108864 652.864",
    NULL,
};
