/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec e3cc66d739e0",
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2827104",
    "speed reduce_neighbored_less reference h100 16777216 114.197 105.022 9.174 0.000 0.001 shared 0.803 50697400",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2319072",
    "speed reduce_interleaved reference h100 16777216 95.047 85.871 9.174 0.000 0.001 arithmetic 0.671 40516436",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_neighbored_less naive h100 16777216 182.584 173.409 9.174 0.000 0.001 arithmetic 0.933 136775043",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_interleaved naive h100 16777216 182.584 173.409 9.174 0.000 0.001 arithmetic 0.933 136775043",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 16777216 116.050 108.595 7.454 0.000 0.001 shared 0.790 50697400",
    "speed reduce_interleaved reference h200 16777216 93.245 85.790 7.454 0.000 0.001 arithmetic 0.684 40516436",
    "speed reduce_neighbored_less naive h200 16777216 180.690 173.236 7.454 0.000 0.001 arithmetic 0.942 136775043",
    "speed reduce_interleaved naive h200 16777216 180.690 173.236 7.454 0.000 0.001 arithmetic 0.942 136775043",
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
