/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted reduce_neighbored_less reference 600000 3 76324 355152 0 11760 2827104",
    "speed reduce_neighbored_less reference h100 67108864 413.109 403.935 9.174 0.000 0.000 shared 0.864",
    "counted reduce_interleaved reference 600000 3 76324 90552 0 11760 2319072",
    "speed reduce_interleaved reference h100 67108864 345.581 336.407 9.174 0.000 0.000 arithmetic 0.734",
    "counted reduce_neighbored_less naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_neighbored_less naive h100 67108864 625.977 616.803 9.174 0.000 0.000 arithmetic 0.945",
    "counted reduce_interleaved naive 600000 3 76324 355152 0 11760 5197920",
    "speed reduce_interleaved naive h100 67108864 625.977 616.803 9.174 0.000 0.000 arithmetic 0.945",
    "profile h200 132 1980.0 4242.0",
    "speed reduce_neighbored_less reference h200 67108864 410.998 403.544 7.454 0.000 0.000 shared 0.869",
    "speed reduce_interleaved reference h200 67108864 344.105 336.651 7.454 0.000 0.000 arithmetic 0.738",
    "speed reduce_neighbored_less naive h200 67108864 627.948 620.494 7.454 0.000 0.000 arithmetic 0.942",
    "speed reduce_interleaved naive h200 67108864 627.948 620.494 7.454 0.000 0.000 arithmetic 0.942",
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
