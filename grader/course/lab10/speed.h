/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 0f46861b9c4a",
    "profile h100 132 1980.0 2986.0",
    "counted histogram_sort_reduce reference 140000 2 45207 584846 0 9846 2732655",
    "speed histogram_sort_reduce reference h100 4194304 87.694 80.187 7.507 0.000 0.001 arithmetic 0.888 76047534",
    "counted histogram_sort_reduce naive 140000 1 24904 4014178 4375 140579 6952606",
    "speed histogram_sort_reduce naive h100 4194304 578.549 571.248 5.840 1.460 0.001 shared 0.985 159960052",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_sort_reduce reference h200 4194304 86.271 80.191 6.079 0.000 0.000 arithmetic 0.903 76047534",
    "speed histogram_sort_reduce naive h200 4194304 577.034 570.859 4.704 1.470 0.001 shared 0.987 159960052",
    "measured histogram_sort_reduce reference h200 67108864 1493.984",
    "measured histogram_sort_reduce naive h200 67108864 9937.536",
    "measured histogram_sort_reduce reference h100 67108864 1493.152",
    "measured histogram_sort_reduce naive h100 67108864 9866.528",
    NULL,
};
