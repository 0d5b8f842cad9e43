/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2827104",
    "speed reduce_neighbored_less reference h100 67108864 489.931 480.757 9.174 0.000 0.000 shared 0.714",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2319072",
    "speed reduce_interleaved reference h100 67108864 377.370 368.196 9.174 0.000 0.000 issue 0.655",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_neighbored_less naive h100 67108864 744.377 735.203 9.174 0.000 0.000 issue 0.746",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_interleaved naive h100 67108864 744.377 735.203 9.174 0.000 0.000 issue 0.746",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 67108864 483.166 475.712 7.454 0.000 0.000 shared 0.724",
    "speed reduce_interleaved reference h200 67108864 376.828 369.374 7.454 0.000 0.000 issue 0.656",
    "speed reduce_neighbored_less naive h200 67108864 726.313 718.859 7.454 0.000 0.000 issue 0.763",
    "speed reduce_interleaved naive h200 67108864 726.313 718.859 7.454 0.000 0.000 issue 0.763",
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
