/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2827104",
    "speed reduce_neighbored_less reference h100 67108864 426.507 417.333 9.174 0.000 0.000 shared 0.837",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2319072",
    "speed reduce_interleaved reference h100 67108864 346.419 337.245 9.174 0.000 0.000 arithmetic 0.733",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_neighbored_less naive h100 67108864 689.891 680.717 9.174 0.000 0.000 arithmetic 0.984",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_interleaved naive h100 67108864 689.891 680.717 9.174 0.000 0.000 arithmetic 0.984",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 67108864 412.833 405.379 7.454 0.000 0.000 shared 0.864",
    "speed reduce_interleaved reference h200 67108864 343.473 336.019 7.454 0.000 0.000 arithmetic 0.739",
    "speed reduce_neighbored_less naive h200 67108864 688.318 680.864 7.454 0.000 0.000 arithmetic 0.986",
    "speed reduce_interleaved naive h200 67108864 688.318 680.864 7.454 0.000 0.000 arithmetic 0.986",
    "measured reduce_neighbored_less reference h200 67108864 439.104",
    "measured reduce_interleaved reference h200 67108864 350.784",
    "measured reduce_neighbored_less naive h200 67108864 767.424",
    "measured reduce_interleaved naive h200 67108864 767.584",
    "measured reduce_neighbored_less reference h100 67108864 436.096",
    "measured reduce_interleaved reference h100 67108864 350.784",
    "measured reduce_neighbored_less naive h100 67108864 766.784",
    "measured reduce_interleaved naive h100 67108864 765.792",
    NULL,
};
