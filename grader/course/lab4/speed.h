/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2827104",
    "speed reduce_neighbored_less reference h100 67108864 423.526 414.352 9.174 0.000 0.000 shared 0.862",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2319072",
    "speed reduce_interleaved reference h100 67108864 346.499 337.325 9.174 0.000 0.000 arithmetic 0.732",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_neighbored_less naive h100 67108864 691.671 682.497 9.174 0.000 0.000 arithmetic 0.984",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_interleaved naive h100 67108864 691.671 682.497 9.174 0.000 0.000 arithmetic 0.984",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 67108864 435.836 428.382 7.454 0.000 0.000 shared 0.838",
    "speed reduce_interleaved reference h200 67108864 344.282 336.828 7.454 0.000 0.000 arithmetic 0.737",
    "speed reduce_neighbored_less naive h200 67108864 691.056 683.602 7.454 0.000 0.000 arithmetic 0.986",
    "speed reduce_interleaved naive h200 67108864 691.056 683.602 7.454 0.000 0.000 arithmetic 0.986",
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
